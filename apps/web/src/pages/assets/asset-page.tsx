import type { AssetApproval, AssetVersion, ConsoleAssetDetail, Decision } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flame, GitCommitHorizontal } from 'lucide-react';
import { useState } from 'react';
import { getConsoleAsset } from '../../data/api.js';
import { DECISION_WORDS, useAssetDecision } from '../../data/approvals.js';
import { read } from '../../data/call.js';
import { useProject, useSession } from '../../data/session.js';
import { DecisionButtons } from '../../parts/approvals/decisions.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toChange } from '../../routing/records.js';
import { AssetTypeIcon, assetTypeLabel } from '../../ui/asset-type.js';
import { CopyableId } from '../../ui/copy.js';
import { TextArea } from '../../ui/field.js';
import { providerLabel, readable } from '../../ui/labels.js';
import { Fact, ListPanel, Panel, TimeFact } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { bytes, plural } from '../../words/format.js';
import { AssetPreviews } from './asset-previews.js';

export const page = definePage({
  path: '/projects/$projectId/assets/$assetId',
  label: 'Asset',
});

export function AssetPage() {
  const { projectId, assetId } = page.useParams();
  const params = { project_id: projectId, asset_id: assetId };
  const query = useQuery(read(['asset', projectId, 'detail', assetId], getConsoleAsset, { params }));
  const { data } = query;
  if (data === undefined) return <RecordLoading query={query} />;
  return (
    <Page
      record={data.name}
      title={
        <span className="flex items-center gap-3">
          <AssetTypeIcon type={data.asset_type} large />
          <span className="min-w-0">{data.name}</span>
        </span>
      }
      meta={
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusPill state={data.approval_status} />
          <CopyableId value={data.path} />
        </span>
      }
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4">
          <AssetDecision asset={data} />
          <AssetPreviews asset={data} />
          <VersionHistory projectId={projectId} versions={data.versions} />
          <ApprovalHistory projectId={projectId} approvals={data.approvals} />
        </div>
        <CookData asset={data} />
      </div>
    </Page>
  );
}

function CookData({ asset }: { readonly asset: ConsoleAssetDetail }) {
  const cook = asset.versions.find(({ change }) => change === null);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title="Asset">
        <dl className="grid grid-cols-2 gap-4 p-4">
          <Fact label="Type">{assetTypeLabel(asset.asset_type)}</Fact>
          <Fact label="Version">
            <span className="tnum">{asset.version}</span>
          </Fact>
          <TimeFact label="First seen" at={asset.created_at} />
          <TimeFact label="Last change" at={asset.last_event_at} />
        </dl>
      </Panel>
      <Panel title="Cook data">
        {asset.content_hash === null && asset.size_bytes === null && cook === undefined ? (
          <p className="p-4 text-ink-soft">
            This asset has not been cooked yet. Hash and size appear after an <code>asset_cooked</code> event.
          </p>
        ) : (
          <dl className="grid grid-cols-2 gap-4 p-4">
            <Fact label="Size">{asset.size_bytes === null ? 'Not reported' : bytes(asset.size_bytes)}</Fact>
            <Fact label="Content hash">
              {asset.content_hash === null ? 'Not reported' : <CopyableId value={asset.content_hash} />}
            </Fact>
            <Fact label="Reported version">
              <span className="tnum">{asset.reported_version ?? 'Not reported'}</span>
            </Fact>
            <TimeFact label="Last cook" at={cook?.occurred_at ?? null} />
          </dl>
        )}
      </Panel>
    </div>
  );
}

function AssetDecision({ asset }: { readonly asset: ConsoleAssetDetail }) {
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

interface ApprovalHistoryProps {
  readonly projectId: number;
  readonly approvals: readonly AssetApproval[];
}

function ApprovalHistory({ projectId, approvals }: ApprovalHistoryProps) {
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

function VersionHistory({ projectId, versions }: VersionHistoryProps) {
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
