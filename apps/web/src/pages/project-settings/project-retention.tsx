import {
  type AccountRetention,
  HISTORY_KINDS,
  type HistoryKind,
  MAX_HISTORY_DAYS,
  MIN_HISTORY_DAYS,
} from '@slipway/contracts';
import { holdProject, releaseProject, setProjectRetention } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { KIND_WORDS, keptFor, LegalHold, useRetention } from '../../parts/retention/retention.js';
import { TextField } from '../../ui/field.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';

interface ProjectRetentionProps {
  readonly project: { readonly id: number; readonly name: string };
  readonly accountId: number;
  readonly isOwner: boolean;
}

export function ProjectRetention({ project, accountId, isOwner }: ProjectRetentionProps) {
  const query = useRetention(accountId);
  const own = query.data?.projects.find(({ id }) => id === project.id);
  const params = { project_id: project.id };
  return (
    <Panel id="retention" title="Data retention">
      <Loaded query={query} rows={4} isBare>
        {({ kinds, hold }) =>
          own && (
            <>
              <DaysForm projectId={project.id} kinds={kinds} own={own.own} isOwner={isOwner} />
              <div className="border-t border-line">
                {hold && (
                  <p className="px-4 pt-3 text-sm text-ink-soft">The whole account is under a legal hold.</p>
                )}
                <LegalHold
                  name={project.name}
                  hold={own.hold}
                  isOwner={isOwner}
                  set={(reason) => call(holdProject, { params, body: { reason } })}
                  release={(reason) => call(releaseProject, { params, body: { reason } })}
                />
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface DaysFormProps {
  readonly projectId: number;
  readonly kinds: AccountRetention['kinds'];
  readonly own: AccountRetention['projects'][number]['own'];
  readonly isOwner: boolean;
}

function DaysForm({ projectId, kinds, own, isOwner }: DaysFormProps) {
  const storedOf = (kind: HistoryKind) => String(own.find((each) => each.kind === kind)?.days ?? '');
  const stored = Object.fromEntries(HISTORY_KINDS.map((kind) => [kind, storedOf(kind)])) as Record<
    HistoryKind,
    string
  >;
  const form = useForm(stored, {
    send(values) {
      const changed = HISTORY_KINDS.filter((kind) => values[kind].trim() !== stored[kind]);
      const days = changed.map((kind) => [kind, values[kind].trim() === '' ? null : Number(values[kind])]);
      return call(setProjectRetention, { params: { project_id: projectId }, body: Object.fromEntries(days) });
    },
    refresh: [['account']],
    message: () => 'Saved. What is older is deleted within a day.',
  });
  return (
    <Form form={form} className="flex max-w-3xl flex-col gap-4 p-4">
      <p className="text-sm text-ink-soft">
        Days after which this project’s history is permanently deleted, from {MIN_HISTORY_DAYS}. Leave a field
        empty to keep it as long as the operator of this installation does.
      </p>
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
        {HISTORY_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={KIND_WORDS[kind][0]}
            inputMode="numeric"
            disabled={!isOwner}
            hint={`If empty: ${keptFor(kinds.find((each) => each.kind === kind)?.days ?? null).toLowerCase()}`}
            error={
              isDays(form.values[kind]) ? undefined : `Enter ${MIN_HISTORY_DAYS} to ${MAX_HISTORY_DAYS} days.`
            }
            {...form.register(kind)}
          />
        ))}
      </div>
      <SaveSettings isOwner={isOwner} isDisabled={!HISTORY_KINDS.every((kind) => isDays(form.values[kind]))} />
    </Form>
  );
}

function isDays(typed: string): boolean {
  const text = typed.trim();
  return (
    text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= MIN_HISTORY_DAYS && Number(text) <= MAX_HISTORY_DAYS)
  );
}
