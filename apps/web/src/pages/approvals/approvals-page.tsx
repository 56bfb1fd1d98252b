import { REVIEW_FILTERS, type ReviewItem } from '@slipway/contracts';
import { CheckCheck } from 'lucide-react';
import { type ReviewFilters, useReviewQueue } from '../../data/approvals.js';
import { useAccount, useProjectOptions, useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toAsset } from '../../routing/records.js';
import { ASSET_TYPE_OPTIONS, AssetTypeIcon } from '../../ui/asset-type.js';
import { ClearFilters, FilterSelect, FilterText, Segmented } from '../../ui/filters.js';
import { readable } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { ReviewGroups } from './review-groups.js';
import { ReviewQueue } from './review-queue.js';

export const page = definePage({
  path: '/approvals',
  label: 'Approvals',
  icon: CheckCheck,
  place: { group: 'workspace', order: 3, keys: 'g a' },
  words: 'review queue',
  filters: ['view', 'project_id', 'asset_type', 'mine', 'q', 'change'],
});

const REVIEWERS = [['true', 'My groups']] as const;

export function ApprovalsPage() {
  const account = useAccount();
  const { waiting_approvals: waiting } = useSession();
  const projects = useProjectOptions();
  const filters = page.useFilters(REVIEW_FILTERS);
  const { view, change } = filters.values;
  const query = { ...filters.query, ...(change && { commit_sha: change }) };
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Page
      meta={waiting === 0 ? 'Nothing is waiting for a decision.' : `Waiting for ${plural(waiting, 'decision')}`}
      actions={
        <Segmented
          filters={filters}
          name="view"
          label="Approvals to show"
          options={[
            { value: 'waiting', label: 'Waiting', count: waiting },
            { value: 'decided', label: 'Decided' },
          ]}
        />
      }
      views={<SavedViews place={{ projectId: null, list: 'approvals' }} filters={filters} />}
      filters={
        <>
          <FilterText filters={filters} name="q" label="Path contains" />
          <FilterSelect filters={filters} name="project_id" label="All projects" options={projects} />
          <FilterSelect filters={filters} name="asset_type" label="Any type" options={ASSET_TYPE_OPTIONS} />
          <FilterSelect filters={filters} name="mine" label="Any reviewer" options={REVIEWERS} />
          <ClearFilters filters={filters} />
        </>
      }
    >
      {view === 'decided' ? (
        <DecidedList accountId={account.id} filters={query} />
      ) : (
        <>
          {!isFiltered && <ReviewGroups accountId={account.id} isReadOnly={account.read_only_reason !== null} />}
          <ReviewQueue account={account} filters={{ ...query, ...(!isFiltered && { grouped: true }) }} />
        </>
      )}
    </Page>
  );
}

function DecidedList({ accountId, filters }: { readonly accountId: number; readonly filters: ReviewFilters }) {
  const list = useReviewQueue(accountId, { ...filters, decided: true });
  return (
    <PagedListView
      list={list}
      label="Decisions"
      columns={COLUMNS}
      pageOf={(item) => toAsset(item.project_id, item.asset.id)}
      empty={
        <EmptyState title="No decisions yet">
          <p>Asset decisions appear here, with who made them and why.</p>
        </EmptyState>
      }
    >
      {(item) => <DecidedRow item={item} />}
    </PagedListView>
  );
}

const COLUMNS: Columns = {
  from: 'lg',
  grid: 'grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 lg:grid-cols-[28px_minmax(0,3fr)_minmax(0,4fr)_96px_112px]',
  headings: [hidden('Type'), 'Asset', 'Comment', 'Decision', newest('Decided')],
};

function DecidedRow({ item }: { readonly item: ReviewItem }) {
  return (
    <>
      <td>
        <AssetTypeIcon type={item.asset.asset_type} />
      </td>
      <td className="min-w-0">
        <RecordLink
          to={toAsset(item.project_id, item.asset.id)}
          className="block truncate font-medium hover:underline"
        >
          {item.asset.name}
        </RecordLink>
        <div className="truncate text-xs text-ink-faint">
          {item.project_name} · v{item.asset_version} · {readable(item.stage)}
        </div>
      </td>
      <td className="text-ink-soft max-lg:col-span-3 max-lg:row-start-2 max-lg:pl-10 max-lg:empty:hidden">
        {item.comments && <p className="line-clamp-2">{item.comments}</p>}
      </td>
      <td>
        <StatusPill state={item.status} />
      </td>
      <td className="text-right text-xs text-ink-faint max-lg:col-span-3 max-lg:pl-10 max-lg:text-left">
        <div className="truncate text-ink-soft max-lg:inline">{item.approver}</div> <Time at={item.decided_at} />
      </td>
    </>
  );
}
