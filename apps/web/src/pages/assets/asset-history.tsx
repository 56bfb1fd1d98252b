import type { AssetApproval, AssetVersion } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Flame, GitCommitHorizontal } from 'lucide-react';
import { toChange } from '../../routing/records.js';
import { providerLabel, readable } from '../../ui/labels.js';
import { ListPanel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

interface ApprovalHistoryProps {
  readonly projectId: number;
  readonly approvals: readonly AssetApproval[];
}

export function ApprovalHistory({ projectId, approvals }: ApprovalHistoryProps) {
  return (
    <ListPanel
      title="Approvals"
      isOrdered
      empty="No approval was requested. The project settings define which asset types need one."
    >
      {approvals.map((approval) => (
        <li key={approval.id} className="flex flex-col gap-1 px-4 py-3 text-sm">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <StatusPill state={approval.status} />
            <span>
              {approval.status !== 'pending' && <b className="font-medium">{approval.approver || 'Someone'}</b>}
              <span className="text-ink-soft">
                {' '}
                {readable(approval.stage)} of version {approval.asset_version}
              </span>
            </span>
            <Time at={approval.decided_at ?? approval.created_at} className="ml-auto text-xs text-ink-faint" />
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
    </ListPanel>
  );
}

interface VersionHistoryProps {
  readonly projectId: number;
  readonly versions: readonly AssetVersion[];
}

export function VersionHistory({ projectId, versions }: VersionHistoryProps) {
  return (
    <ListPanel
      title="Versions"
      note={plural(versions.length, 'event')}
      isOrdered
      empty="No change or cook of this asset has been reported yet."
    >
      {versions.map((version) => (
        <li
          key={version.id}
          className="grid grid-cols-[40px_auto_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2 text-sm"
        >
          <span className="tnum font-medium">v{version.version}</span>
          <Source version={version} />
          <span className="min-w-0 truncate">
            {version.change === null ? (
              <>Cooked {version.source && <span className="font-mono text-xs">{version.source}</span>}</>
            ) : (
              <Link {...toChange(projectId, version.change.id)} className="hover:underline">
                <span className="font-mono text-xs">{version.change.display_identifier}</span>{' '}
                {version.change.subject}
              </Link>
            )}
          </span>
          <span className="text-right text-xs text-ink-faint">
            <span className="mr-2 text-ink-soft max-md:hidden">
              {version.actor || providerLabel(version.provider)}
            </span>
            <Time at={version.occurred_at} />
          </span>
        </li>
      ))}
    </ListPanel>
  );
}

function Source({ version }: { readonly version: AssetVersion }) {
  const Icon = version.change === null ? Flame : GitCommitHorizontal;
  return (
    <span title={providerLabel(version.provider)} className="self-center text-ink-faint">
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{providerLabel(version.provider)}</span>
    </span>
  );
}
