import { ASSET_FILTERS, type ConsoleAsset } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, LayoutGrid, List as ListIcon } from 'lucide-react';
import { countAssets, searchAssets } from '../../data/api.js';
import { read } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { WebhookSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toAsset } from '../../routing/records.js';
import { ASSET_TYPE_OPTIONS, AssetTypeIcon, folderOf } from '../../ui/asset-type.js';
import { ClearFilters, FilterSelect, FilterText, Segmented, sumCounts } from '../../ui/filters.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest, right } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time, TimeCell } from '../../ui/time.js';
import { bytes, count, plural } from '../../words/format.js';

const STATUSES = [
  ['pending', 'Waiting for approval'],
  ['approved', 'Approved'],
  ['denied', 'Denied'],
  ['ignored', 'Ignored'],
  ['none', 'No approval requested'],
] as const;

export const page = definePage({
  path: '/projects/$projectId/assets',
  label: 'Assets',
  icon: Boxes,
  place: { group: 'project', order: 5 },
  filters: ['view', 'q', 'asset_type', 'status'],
});

export function AssetsPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters(ASSET_FILTERS);
  const {
    values: { view },
    query,
  } = filters;
  const params = { project_id: projectId };
  const list = usePagedList(['asset', projectId, 'list', query], searchAssets, { params, query }, 'assets');
  return (
    <Page
      views={<SavedViews place={{ projectId, list: 'assets' }} filters={filters} />}
      meta={<Totals projectId={projectId} />}
      actions={
        <Segmented
          filters={filters}
          name="view"
          label="Asset view"
          options={[
            { value: 'list', label: 'List', icon: ListIcon },
            { value: 'grid', label: 'Grid', icon: LayoutGrid },
          ]}
        />
      }
      filters={<AssetFilters projectId={projectId} />}
    >
      <PagedListView
        list={list}
        label="Assets"
        layout={view === 'grid' ? 'cards' : 'rows'}
        columns={COLUMNS}
        pageOf={({ id }) => toAsset(projectId, id)}
        empty={<NoAssets isFiltered={filters.isSet} />}
      >
        {(asset) => (view === 'grid' ? <AssetCard asset={asset} /> : <AssetRow asset={asset} />)}
      </PagedListView>
    </Page>
  );
}

function useAssetCounts(projectId: number) {
  const params = { project_id: projectId };
  return useQuery(read(['asset', projectId, 'counts'], countAssets, { params })).data?.counts;
}

function Totals({ projectId }: { readonly projectId: number }) {
  const counts = useAssetCounts(projectId);
  if (counts === undefined) return <span className="text-ink-faint">Counting</span>;
  const total = counts.reduce((sum, group) => sum + group.count, 0);
  const waiting = sumCounts(counts, 'approval_status').get('pending') ?? 0;
  return (
    <>
      {plural(total, 'asset')}
      {waiting > 0 && (
        <>
          ,{' '}
          <Link to="/approvals" search={{ project_id: String(projectId) }} className="text-warn hover:underline">
            {count(waiting)} waiting for approval
          </Link>
        </>
      )}
    </>
  );
}

function AssetFilters({ projectId }: { readonly projectId: number }) {
  const filters = page.useFilters();
  const counts = useAssetCounts(projectId) ?? [];
  const withCount = (options: readonly (readonly [string, string])[], by: ReadonlyMap<string, number>) =>
    options.map(([value, label]) => [value, `${label} (${count(by.get(value) ?? 0)})`] as const);
  const types = withCount(ASSET_TYPE_OPTIONS, sumCounts(counts, 'asset_type'));
  const statuses = withCount(STATUSES, sumCounts(counts, 'approval_status'));
  return (
    <>
      <FilterText filters={filters} name="q" label="Path contains" />
      <FilterSelect filters={filters} name="asset_type" label="Any type" options={types} />
      <FilterSelect filters={filters} name="status" label="Any approval status" options={statuses} />
      <ClearFilters filters={filters} />
    </>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:gap-x-4 md:grid-cols-[28px_minmax(0,1fr)_56px_80px_148px_80px]',
  headings: [hidden('Type'), 'Asset', right('Version'), right('Size'), 'Approval', newest('Added')],
};

function AssetRow({ asset }: { readonly asset: ConsoleAsset }) {
  return (
    <>
      <td>
        <AssetTypeIcon type={asset.asset_type} />
      </td>
      <td className="min-w-0">
        <AssetLink asset={asset} />
        <div className="truncate text-xs text-ink-faint" title={asset.path}>
          {folderOf(asset.path)}
        </div>
      </td>
      <td className="tnum text-right text-xs text-ink-soft">v{asset.version}</td>
      <td className="tnum text-right text-xs text-ink-faint max-md:hidden">
        {asset.size_bytes === null ? '' : bytes(asset.size_bytes)}
      </td>
      <td className="max-md:col-start-2 max-md:row-start-2">
        <Approval status={asset.approval_status} />
      </td>
      <TimeCell at={asset.created_at} className="max-md:col-start-3 max-md:row-start-2" />
    </>
  );
}

function AssetCard({ asset }: { readonly asset: ConsoleAsset }) {
  return (
    <div className="flex h-full flex-col gap-3">
      <div className="flex items-start gap-3">
        <AssetTypeIcon type={asset.asset_type} large />
        <div className="min-w-0 flex-1">
          <AssetLink asset={asset} />
          <div className="truncate text-xs text-ink-faint" title={asset.path}>
            {folderOf(asset.path)}
          </div>
        </div>
      </div>
      <div className="mt-auto flex items-center gap-2 text-xs text-ink-faint">
        <Approval status={asset.approval_status} />
        <span className="tnum ml-auto">v{asset.version}</span>
        <Time prefix="added " at={asset.created_at} />
      </div>
    </div>
  );
}

/** Most assets need no approval, so that state is not emphasized. */
function Approval({ status }: { readonly status: ConsoleAsset['approval_status'] }) {
  return status === 'none' ? (
    <span className="text-xs text-ink-faint">No approval requested</span>
  ) : (
    <StatusPill state={status} />
  );
}

function AssetLink({ asset }: { readonly asset: ConsoleAsset }) {
  return (
    <RecordLink to={toAsset(asset.project_id, asset.id)} className="block truncate font-medium hover:underline">
      {asset.name}
    </RecordLink>
  );
}

function NoAssets({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={['No asset matches', 'Try other words or fewer filters. The search covers the whole path.']}
      title="No assets yet"
    >
      <p>
        Textures, models, levels and other content appear here when a change touches them or the engine cooks them.
        Connect your version control or engine under Integrations, or report one by hand:
      </p>
      <WebhookSample
        label="Report a cooked asset"
        to="game_engine/asset_cooked"
        body='{"path": "Content/Props/T_Crate.uasset", "asset_type": "texture", "content_hash": "9f2c", "size_bytes": 524288}'
      />
    </EmptyList>
  );
}
