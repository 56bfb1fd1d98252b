import type { ConsoleAssetDetail, Decision } from '@slipway/contracts';
import { useState } from 'react';
import { DECISION_WORDS, useAssetDecision } from '../../data/approvals.js';
import { useProject, useSession } from '../../data/session.js';
import { DecisionButtons } from '../../parts/approvals/decision-buttons.js';
import { TextArea } from '../../ui/field.js';
import { readable } from '../../ui/labels.js';
import { Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Time } from '../../ui/time.js';

/** Decides on an asset, with a comment. First states what the request is, or what was decided. */
export function AssetDecision({ asset }: { readonly asset: ConsoleAssetDetail }) {
  const { accounts } = useSession();
  const project = useProject(asset.project_id);
  const account = accounts.find(({ id }) => id === project?.account_id);
  const [comments, setComments] = useState('');
  const decision = useAssetDecision(account?.id ?? 0, asset);
  const wasPending = asset.approval_status === 'pending';
  const disabled = decision.isPending || account === undefined || account.read_only_reason !== null;
  function decide(status: Decision): void {
    if (!disabled)
      decision.mutate({ status, comments: comments.trim(), wasPending }, { onSuccess: () => setComments('') });
  }
  useShortcuts({
    a: () => decide('approved'),
    d: () => decide('denied'),
    i: () => decide('ignored'),
  });
  return (
    <Panel title={wasPending ? 'Waiting for your decision' : 'Decision'}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-ink-soft">
          <DecisionSummary asset={asset} />
        </p>
        <TextArea
          label="Comment"
          hint="Optional. Shown next to your decision."
          rows={2}
          maxLength={10_000}
          value={comments}
          disabled={disabled}
          onChange={(event) => setComments(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <DecisionButtons subject={asset.name} disabled={disabled} onDecide={decide} />
        </div>
        {account?.read_only_reason && (
          <p className="text-xs text-warn">This account is read-only, so you cannot decide on assets.</p>
        )}
      </div>
    </Panel>
  );
}

/** States the pending request or the last decision. */
function DecisionSummary({ asset }: { readonly asset: ConsoleAssetDetail }) {
  const [newest] = asset.approvals;
  if (newest === undefined) return 'No approval was requested. You can still decide.';
  if (newest.status === 'pending')
    return (
      <>
        Version {newest.asset_version} needs {readable(newest.stage)}, requested{' '}
        {newest.change?.author && `by ${newest.change.author} `}
        <Time at={newest.created_at} />.
      </>
    );
  return (
    <>
      {DECISION_WORDS[newest.status].done} by {newest.approver || 'someone'} <Time at={newest.decided_at} />. A new
      decision replaces it.
    </>
  );
}
