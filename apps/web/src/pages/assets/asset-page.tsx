import type { ConsoleAssetDetail } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { getConsoleAsset } from '../../data/api.js';
import { call } from '../../data/call.js';
import { Page } from '../../parts/page.js';
import { RecordError } from '../../parts/records/record-error.js';
import { definePage } from '../../routing/page.js';
import { AssetTypeIcon, assetTypeLabel } from '../../ui/asset-type.js';
import { CopyableId } from '../../ui/copy.js';
import { Fact, Panel } from '../../ui/panel.js';
import { SkeletonRows } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { bytes } from '../../words/format.js';
import { ApprovalHistory } from './approval-history.js';
import { AssetDecision } from './asset-decision.js';
import { AssetPreviews } from './asset-previews.js';
import { VersionHistory } from './version-history.js';

export const page = definePage({
  path: '/projects/$projectId/assets/$assetId',
  label: 'Asset',
});

/** One asset: what it is, where it came from, and what was decided about it. */
export function AssetPage() {
  const { projectId, assetId } = page.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['asset', projectId, 'detail', assetId],
    queryFn: () =>
      call(getConsoleAsset, {
        params: { project_id: projectId, asset_id: assetId },
      }),
  });
  if (error && data === undefined) return <RecordError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
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
          <Fact label="First seen">
            <Time at={asset.created_at} />
          </Fact>
          <Fact label="Last change">
            <Time at={asset.last_event_at} />
          </Fact>
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
            <Fact label="Last cook">
              <Time at={cook?.occurred_at ?? null} />
            </Fact>
          </dl>
        )}
      </Panel>
    </div>
  );
}
