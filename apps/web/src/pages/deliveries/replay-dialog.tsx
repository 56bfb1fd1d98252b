import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Pencil, Plus } from 'lucide-react';
import { useChange } from '../../data/call.js';
import {
  type PlannedChange,
  previewReplay,
  type ReplayPreview,
  type ReplayTarget,
  replay,
} from '../../data/deliveries.js';
import { kindWord, valueText } from '../../parts/deliveries/delivery-words.js';
import { toRow } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorState, SkeletonRows } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { count, plural } from '../../words/format.js';

function ReplayPlan({ preview }: { readonly preview: ReplayPreview }) {
  const { outcomes, changes, unchanged, isPartial } = preview;
  if (outcomes.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        Nothing to replay: the bodies are no longer stored, or all matching deliveries are replays.
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      <Outcomes outcomes={outcomes} />
      {changes.length === 0 ? (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 text-sm text-ink-soft">
          No rows would change{unchanged > 0 && `: ${plural(unchanged, 'row is', 'rows are')} already up to date`}.
        </p>
      ) : (
        <ul aria-label="Differences" className="divide-y divide-line rounded-md border border-line">
          {changes.map((change, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows to be created have no id, and the plan never changes
            <Difference key={place} change={change} />
          ))}
        </ul>
      )}
      {changes.length > 0 && unchanged > 0 && (
        <p className="text-xs text-ink-faint">{plural(unchanged, 'other row')} would not change.</p>
      )}
      {isPartial && (
        <p className="text-xs text-warn">
          This preview shows only the first part. Confirming replays the rest with the same rules.
        </p>
      )}
    </div>
  );
}

function Outcomes({ outcomes }: Pick<ReplayPreview, 'outcomes'>) {
  const groups = new Map<string, { outcome: string; reason: string | null; size: number }>();
  for (const { outcome, reason } of outcomes) {
    const key = `${outcome}:${reason}`;
    const group = groups.get(key) ?? { outcome, reason, size: 0 };
    groups.set(key, { ...group, size: group.size + 1 });
  }
  return (
    <ul aria-label="Outcomes" className="flex flex-col gap-1">
      {[...groups].map(([key, { outcome, reason, size }]) => (
        <li key={key} className="flex flex-wrap items-center gap-2 text-sm">
          <span className="tnum w-8 text-right">{count(size)}</span>
          would be <StatusPill state={outcome} />
          {reason && <span className="min-w-0 text-ink-soft">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

function Difference({ change }: { readonly change: PlannedChange }) {
  const { action, kind, id, projectId, fields } = change;
  const link = id === null ? null : toRow(projectId, kind, id);
  const Icon = action === 'create' ? Plus : Pencil;
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <p className="flex items-center gap-2 text-sm font-medium">
        <Icon aria-hidden className={action === 'create' ? 'size-4 text-ok' : 'size-4 text-warn'} />
        {action === 'create' ? `New ${kindWord(kind)}` : `Changed ${kindWord(kind)}`}
        {link && (
          <Link {...link} target="_blank" className="font-mono text-xs text-accent-text">
            {id}
          </Link>
        )}
      </p>
      <dl className="flex flex-col gap-0.5 pl-6 text-xs">
        {Object.entries(fields).map(([name, { before, after }]) => (
          <div key={name} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="w-36 shrink-0 font-mono text-ink-faint">{name}</dt>
            <dd className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 font-mono">
              {action === 'update' && (
                <>
                  <span className="rounded-sm bg-bad-soft px-1 text-bad line-through">{valueText(before)}</span>
                  <ArrowRight aria-label="becomes" className="size-3 self-center text-ink-faint" />
                </>
              )}
              <span className="rounded-sm bg-ok-soft px-1 text-ok">{valueText(after)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

interface ReplayDialogProps {
  readonly target: ReplayTarget | null;
  readonly onClose: (isDone: boolean) => void;
}

export function ReplayDialog({ target, onClose }: ReplayDialogProps) {
  return (
    <Dialog
      open={target !== null}
      onOpenChange={() => onClose(false)}
      title="Replay"
      description="Processes the stored requests again with the current rules. This is a preview: nothing has changed yet."
      wide
    >
      {target && <Preview target={target} onClose={onClose} />}
    </Dialog>
  );
}

function Preview({ target, onClose }: ReplayDialogProps & { readonly target: ReplayTarget }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['replay-preview', target],
    queryFn: () => previewReplay(target),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const run = useChange({
    send: () => replay(target),
    refresh: [['delivery']],
    message: (queued) => `Replaying ${plural(queued, 'delivery', 'deliveries')}`,
    after: () => onClose(true),
    refusal: 'Nothing was replayed',
  });
  return (
    <div className="flex flex-col gap-4">
      {isFetching && <SkeletonRows count={4} />}
      {!isFetching && error && <ErrorState error={error} retry={() => void refetch()} />}
      {!isFetching && data && <ReplayPlan preview={data} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onClose(false)}>Cancel</Button>
        <Button
          look="primary"
          onClick={() => run.mutate()}
          disabled={isFetching || run.isPending || (data !== undefined && data.outcomes.length === 0)}
        >
          {run.isPending ? 'Replaying' : confirmWords(target, data)}
        </Button>
      </div>
    </div>
  );
}

function confirmWords(target: ReplayTarget, preview: ReplayPreview | undefined): string {
  if ('deliveries' in target) return `Replay ${plural(target.deliveries.length, 'delivery', 'deliveries')}`;
  if (preview === undefined) return 'Replay without a preview';
  const size = preview.outcomes.length;
  return preview.isPartial ? 'Replay all matching' : `Replay ${plural(size, 'delivery', 'deliveries')}`;
}
