import type { Decision, ReviewGroup } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Files, Layers } from 'lucide-react';
import { useState } from 'react';
import { useGroupDecision, useReviewGroups } from '../../data/approvals.js';
import { DecisionButtons } from '../../parts/approvals/decisions.js';
import { toChange } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea } from '../../ui/field.js';
import { ListPanel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';

interface ReviewGroupsProps {
  readonly accountId: number;
  readonly isReadOnly: boolean;
}

export function ReviewGroups({ accountId, isReadOnly }: ReviewGroupsProps) {
  const { data } = useReviewGroups(accountId);
  const [chosen, setChosen] = useState<ReviewGroup | null>(null);
  const decision = useGroupDecision();
  const groups = data?.groups ?? [];
  if (groups.length === 0) return null;
  const inProgress = decision.isPending ? decision.variables.group : null;
  return (
    <div className="pb-4">
      <ListPanel title="Changes with several assets" label="Changes with several assets">
        {groups.map((group) => (
          <GroupRow
            key={`${group.project_id} ${group.commit_sha}`}
            group={group}
            isDisabled={isReadOnly || decision.isPending}
            progress={isSame(group, inProgress) ? decision.decided : null}
            onDecide={() => setChosen(group)}
          />
        ))}
      </ListPanel>
      <CommentDialog
        subject={chosen === null ? null : `${plural(chosen.count, 'asset')} of ${nameOf(chosen)}`}
        onClose={() => setChosen(null)}
        onDecide={(status, comments) => {
          if (chosen !== null) decision.mutate({ group: chosen, status, comments });
          setChosen(null);
        }}
      />
    </div>
  );
}

const nameOf = ({ change, commit_sha: sha }: ReviewGroup) => change?.display_identifier ?? sha;

function isSame(group: ReviewGroup, other: ReviewGroup | null): boolean {
  return group.project_id === other?.project_id && group.commit_sha === other.commit_sha;
}

interface GroupRowProps {
  readonly group: ReviewGroup;
  readonly isDisabled: boolean;
  /** How many of its assets are decided; null if no decision is being made. */
  readonly progress: number | null;
  onDecide(): void;
}

function GroupRow({ group, isDisabled, progress, onDecide }: GroupRowProps) {
  const { project_id: projectId, commit_sha: sha, change } = group;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <Layers aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 basis-60">
        <div className="truncate">
          {change === null ? (
            <span className="font-mono text-xs">{sha}</span>
          ) : (
            <Link {...toChange(projectId, change.id)} className="font-medium hover:underline">
              <span className="font-mono text-xs">{change.display_identifier}</span> {change.subject}
            </Link>
          )}
        </div>
        <div className="truncate text-xs text-ink-faint">
          {group.project_name} · {change?.author && `${change.author} · `}
          <Time at={group.requested_at} />
        </div>
      </div>
      <span aria-live="polite" className="tnum text-sm">
        {progress === null
          ? plural(group.count, 'asset')
          : `${count(progress)} of ${plural(group.count, 'asset')}`}
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Link
          to="/approvals"
          search={{ project_id: String(projectId), change: sha }}
          className={buttonClass('plain', 'small')}
        >
          <Files aria-hidden className="size-3.5" />
          Show assets
        </Link>
        <Button size="small" disabled={isDisabled} onClick={onDecide}>
          Decide on all
        </Button>
      </span>
    </li>
  );
}

interface CommentDialogProps {
  readonly subject: string | null;
  onClose(): void;
  onDecide(decision: Decision, comments: string): void;
}

export function CommentDialog({ subject, onClose, onDecide }: CommentDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Decide on ${subject ?? ''}`}
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label="Comment"
          hint="Shown next to your decision on the asset page."
          rows={4}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <DecisionButtons
            subject={subject ?? ''}
            onDecide={(decision) => {
              onDecide(decision, text.trim());
              setText('');
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}
