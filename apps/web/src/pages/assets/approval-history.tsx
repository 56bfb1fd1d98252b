import type { AssetApproval } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { toChange } from '../../routing/records.js';
import { readable } from '../../ui/labels.js';
import { Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';

interface ApprovalHistoryProps {
  readonly projectId: number;
  readonly approvals: readonly AssetApproval[];
}

/** Every approval of an asset, newest first: who decided what about which version, and why. */
export function ApprovalHistory({ projectId, approvals }: ApprovalHistoryProps) {
  return (
    <Panel title="Approvals">
      {approvals.length === 0 ? (
        <p className="p-4 text-ink-soft">
          No approval was requested. The project settings define which asset types need one.
        </p>
      ) : (
        <ol className="divide-y divide-line">
          {approvals.map((approval) => (
            <li key={approval.id} className="flex flex-col gap-1 px-4 py-3 text-sm">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <StatusPill state={approval.status} />
                <span>
                  {approval.status !== 'pending' && (
                    <b className="font-medium">{approval.approver || 'Someone'}</b>
                  )}
                  <span className="text-ink-soft">
                    {' '}
                    {readable(approval.stage)} of version {approval.asset_version}
                  </span>
                </span>
                <span className="ml-auto text-xs text-ink-faint">
                  <Time at={approval.decided_at ?? approval.created_at} />
                </span>
              </div>
              {approval.comments && (
                <p className="whitespace-pre-wrap border-l-2 border-line-strong pl-3">{approval.comments}</p>
              )}
              {approval.change && (
                <Link
                  {...toChange(projectId, approval.change.id)}
                  className="truncate text-xs text-ink-faint hover:underline"
                >
                  <span className="font-mono">{approval.change.display_identifier}</span> {approval.change.subject}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
