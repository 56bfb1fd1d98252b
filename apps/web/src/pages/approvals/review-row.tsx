import type { Decision, ReviewItem } from '@slipway/contracts';
import { MessageSquare } from 'lucide-react';
import { DecisionButtons } from '../../parts/approvals/decisions.js';
import { folderOf } from '../../parts/assets/asset-path.js';
import { toAsset, toChange } from '../../routing/records.js';
import { AssetTypeIcon } from '../../ui/asset-type.js';
import { Button } from '../../ui/button.js';
import { readable } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden } from '../../ui/list.js';
import { Time } from '../../ui/time.js';

interface ReviewRowProps {
  readonly item: ReviewItem;
  readonly isSelected: boolean;
  readonly isReadOnly: boolean;
  onToggle(): void;
  onDecide(decision: Decision): void;
  onComment(): void;
}

export const REVIEW_COLUMNS: Columns = {
  from: 'lg',
  grid: 'grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 lg:grid-cols-[16px_28px_minmax(0,5fr)_minmax(0,4fr)_18rem]',
  headings: [hidden('Select'), hidden('Type'), 'Asset', { label: 'Requested', isNewestFirst: true }, 'Decision'],
};

export function ReviewRow({ item, isSelected, isReadOnly, onToggle, onDecide, onComment }: ReviewRowProps) {
  const { asset, change } = item;
  return (
    <>
      <td>
        <label className="-m-2 block p-2">
          <input
            type="checkbox"
            checked={isSelected}
            onChange={onToggle}
            tabIndex={-1}
            className="block size-4 accent-accent"
          />
          <span className="sr-only">Select {asset.name}</span>
        </label>
      </td>
      <td>
        <AssetTypeIcon type={asset.asset_type} />
      </td>
      <td className="min-w-0">
        <div className="flex min-w-0 items-baseline gap-2">
          <RecordLink to={toAsset(item.project_id, asset.id)} className="truncate font-medium hover:underline">
            {asset.name}
          </RecordLink>
          <span className="tnum shrink-0 text-xs text-ink-faint">v{item.asset_version}</span>
        </div>
        <div className="truncate text-xs text-ink-faint" title={asset.path}>
          {item.project_name} · {folderOf(asset.path)}
        </div>
      </td>
      <td className="min-w-0 text-xs text-ink-soft max-lg:col-span-3 max-lg:pl-[60px]">
        <div className="truncate">
          {change === null ? (
            item.commit_sha || 'No change reported'
          ) : (
            <RecordLink to={toChange(item.project_id, change.id)} className="hover:underline">
              <span className="font-mono">{change.display_identifier}</span> {change.subject}
            </RecordLink>
          )}
        </div>
        <div className="truncate text-ink-faint">
          {readable(item.stage)} · {change?.author && `${change.author} · `}
          <Time at={item.created_at} />
        </div>
      </td>
      <td className="flex gap-1.5 max-lg:col-span-3 max-lg:pl-[60px]">
        <DecisionButtons subject={asset.name} compact disabled={isReadOnly} onDecide={onDecide} />
        <Button
          size="small"
          look="quiet"
          onClick={onComment}
          disabled={isReadOnly}
          title="Decide with a comment (c)"
          icon={MessageSquare}
        >
          <span className="sr-only">Decide on {asset.name} with a comment</span>
        </Button>
      </td>
    </>
  );
}
