import type { TestDetail } from '@slipway/contracts';
import { Bell, BellOff } from 'lucide-react';
import { useForm } from '../../data/form.js';
import { useProjectPeople } from '../../data/people.js';
import { useAccount, useSession } from '../../data/session.js';
import { muting, useUnmute } from '../../data/tests.js';
import { Button } from '../../ui/button.js';
import { SelectField, TextArea } from '../../ui/field.js';
import { DialogButton, FormDialog } from '../../ui/form.js';

export interface MutableTest extends Pick<TestDetail, 'id' | 'name' | 'verdict' | 'muted_until'> {}

interface MuteProps {
  readonly test: MutableTest;
  readonly projectId: number;
  readonly size?: 'small';
}

/** Mutes or unmutes a test, for people who may change something in this account. */
export function MuteActions({ test, projectId, ...button }: MuteProps) {
  const unmute = useUnmute(projectId, test);
  if (useAccount().read_only_reason !== null) return null;
  if (test.muted_until !== null)
    return (
      <Button icon={Bell} disabled={unmute.isPending} onClick={() => unmute.mutate()} {...button}>
        Unmute
      </Button>
    );
  return (
    <DialogButton label="Mute" icon={BellOff} {...button}>
      {(close) => <MuteDialog test={test} projectId={projectId} onClose={close} />}
    </DialogButton>
  );
}

const DAY_MS = 24 * 60 * 60_000;
const ENDS = [
  ['1', 'In 1 day'],
  ['3', 'In 3 days'],
  ['7', 'In 7 days'],
  ['14', 'In 14 days'],
] as const;
const MAX_REASON = 500;

interface MuteDialogProps extends MuteProps {
  onClose(): void;
}

function MuteDialog({ test, projectId, onClose }: MuteDialogProps) {
  const { people } = useProjectPeople(projectId);
  const { user } = useSession();
  const { send, ...rest } = muting(projectId, test);
  const isMember = people.some(({ user_id: id }) => id === user.id);
  const stored = { reason: '', owner_user_id: isMember ? String(user.id) : '', until: '7' };
  const form = useForm(stored, {
    ...rest,
    send: ({ reason, owner_user_id: owner, until }) =>
      send({ reason, ownerId: Number(owner), until: new Date(Date.now() + Number(until) * DAY_MS) }),
    after: onClose,
  });
  const { reason, owner_user_id: owner } = form.values;
  const isBroken = test.verdict === 'broken';
  return (
    <FormDialog
      form={form}
      title={`Mute ${test.name}`}
      description="It still runs, but its failures no longer count. The mute ends by itself, or earlier if the test is fixed or breaks."
      confirm="Mute"
      isDisabled={isBroken || reason.trim() === '' || owner === ''}
      onClose={onClose}
    >
      {isBroken && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          This test is broken: it fails on every run. A broken test cannot be muted.
        </p>
      )}
      <TextArea
        label="Reason"
        hint="Why its failures should not count."
        rows={2}
        required
        maxLength={MAX_REASON}
        {...form.register('reason')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Who will fix it"
          options={[
            ['', 'Choose a member'],
            ...people.map(({ user_id: id, name }) => [String(id), name] as const),
          ]}
          {...form.register('owner_user_id')}
          // The people may be loaded after the dialog opens.
          value={owner}
        />
        <SelectField label="Ends" options={ENDS} {...form.register('until')} />
      </div>
    </FormDialog>
  );
}
