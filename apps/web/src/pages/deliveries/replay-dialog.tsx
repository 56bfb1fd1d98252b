import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../data/change.js';
import { previewReplay, type ReplayPreview, type ReplayTarget, replay } from '../../data/deliveries.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { plural } from '../../words/format.js';
import { ReplayPlan } from './replay-plan.js';

interface ReplayDialogProps {
  /** Null while the dialog is closed. */
  readonly target: ReplayTarget | null;
  readonly onClose: (isDone: boolean) => void;
}

/** Shows what a replay would change, and runs it after confirmation. */
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
