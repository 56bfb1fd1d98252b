import type { ReviewItem } from '@slipway/contracts';
import { type ReviewFilters, useReviewQueue } from '../../data/approvals.js';
import { toAsset } from '../../routing/records.js';
import { AssetTypeIcon } from '../../ui/asset-type.js';
import { readable } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';

interface DecidedListProps {
  readonly accountId: number;
  readonly filters: ReviewFilters;
}

export function DecidedList({ accountId, filters }: DecidedListProps) {
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
