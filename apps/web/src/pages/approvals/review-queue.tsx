import type { ConsoleAccount, Decision, ReviewItem } from '@slipway/contracts';
import { MessageSquare, X } from 'lucide-react';
import { useState } from 'react';
import { type ReviewFilters, useReviewDecisions, useReviewQueue } from '../../data/approvals.js';
import { useProjects } from '../../data/session.js';
import { DecisionButtons, decisionOf } from '../../parts/approvals/decisions.js';
import { WebhookSample } from '../../parts/samples.js';
import { toAsset, toChange } from '../../routing/records.js';
import { AssetTypeIcon, folderOf } from '../../ui/asset-type.js';
import { Button } from '../../ui/button.js';
import { readable } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, hidden, useSelection } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { CommentDialog } from './review-groups.js';

interface SelectionBarProps {
  readonly selected: number;
  readonly shown: number;
  onSelectAll(): void;
  onClear(): void;
  onDecide(decision: Decision): void;
  onComment(): void;
}

function SelectionBar({ selected, shown, onSelectAll, onClear, onDecide, onComment }: SelectionBarProps) {
  if (selected === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label="Selected approvals"
      className="sticky bottom-14 z-20 mt-3 flex flex-wrap items-center gap-2 border border-line-strong bg-surface px-3 py-2 md:bottom-4 md:rounded-md"
    >
      <span className="tnum text-sm font-medium">{plural(selected, 'asset')} selected</span>
      {selected < shown && (
        <Button look="quiet" size="small" onClick={onSelectAll}>
          Select all shown
        </Button>
      )}
      <Button look="quiet" size="small" onClick={onClear} title="Clear selection (Esc)" icon={X}>
        Clear
      </Button>
      <span className="flex flex-wrap gap-1.5">
        <DecisionButtons subject="the selected assets" onDecide={onDecide} />
        <Button onClick={onComment} title="Decide with a comment (c)" icon={MessageSquare}>
          Comment
        </Button>
      </span>
    </div>
  );
}

interface ReviewQueueProps {
  readonly account: ConsoleAccount;
  readonly filters: ReviewFilters;
}

/** The approvals that wait for a decision. The keys a, d and i decide on the current row, or on all selected rows. */
export function ReviewQueue({ account, filters }: ReviewQueueProps) {
  const list = useReviewQueue(account.id, filters);
  const { hidden, decide } = useReviewDecisions(account.id);
  const { selected, toggle, select } = useSelection();
  const [commented, setCommented] = useState<readonly ReviewItem[]>([]);
  const rows = list.rows.filter(({ id }) => !hidden.has(id));
  const chosen = rows.filter(({ id }) => selected.has(id));
  const isReadOnly = account.read_only_reason !== null;

  function decideOn(items: readonly ReviewItem[], status: Decision, comments = ''): void {
    if (isReadOnly || items.length === 0) return;
    decide({ items, status, comments });
    select([]);
    setCommented([]);
  }
  const clear = () => select([]);
  function onKey(key: string, item: ReviewItem): boolean {
    const decision = decisionOf(key);
    if (chosen.length > 0 && decision !== undefined) return true;
    if (decision !== undefined) decideOn([item], decision);
    else if (key === 'c') setCommented(chosen.length > 0 ? chosen : [item]);
    else return false;
    return true;
  }
  // With a selection, the keys work wherever the focus is.
  const onSelection = (status: Decision) => () => decideOn(chosen, status);
  const keys = {
    a: onSelection('approved'),
    d: onSelection('denied'),
    i: onSelection('ignored'),
    Escape: clear,
  };
  useShortcuts(chosen.length === 0 ? {} : keys);
  return (
    <>
      {isReadOnly && (
        <p className="mx-4 mb-3 rounded-md border border-line bg-warn-soft px-3 py-2 text-sm text-warn md:mx-0">
          This account is read-only, so you cannot decide on assets.
        </p>
      )}
      <p className="hidden pb-2 text-xs text-ink-faint md:block">
        <Key>j</Key> <Key>k</Key> move · <Key>x</Key> select · <Key>a</Key> approve · <Key>d</Key> deny ·{' '}
        <Key>i</Key> ignore · <Key>c</Key> decide with a comment · <Key>Enter</Key> open
      </p>
      <PagedListView
        list={{ ...list, rows }}
        label="Waiting approvals"
        columns={REVIEW_COLUMNS}
        selected={selected}
        onToggle={({ id }) => toggle(id)}
        onKey={onKey}
        pageOf={(item) => toAsset(item.project_id, item.asset.id)}
        empty={
          <NothingWaits
            isFiltered={Object.keys(filters).some(
              (name) => name !== 'grouped' && filters[name as keyof ReviewFilters],
            )}
          />
        }
      >
        {(item, { isSelected }) => (
          <ReviewRow
            item={item}
            isSelected={isSelected}
            isReadOnly={isReadOnly}
            onToggle={() => toggle(item.id)}
            onDecide={(decision) => decideOn([item], decision)}
            onComment={() => setCommented([item])}
          />
        )}
      </PagedListView>
      <SelectionBar
        selected={chosen.length}
        shown={rows.length}
        onSelectAll={() => select(rows.slice(0, MAX_SELECTED).map(({ id }) => id))}
        onClear={clear}
        onDecide={(decision) => decideOn(chosen, decision)}
        onComment={() => setCommented(chosen)}
      />
      <CommentDialog
        subject={subjectOf(commented)}
        onClose={() => setCommented([])}
        onDecide={(status, comments) => decideOn(commented, status, comments)}
      />
    </>
  );
}

function subjectOf([first, ...others]: readonly ReviewItem[]): string | null {
  if (first === undefined) return null;
  return others.length === 0 ? first.asset.name : plural(others.length + 1, 'asset');
}

/** The most that one request can decide on. */
const MAX_SELECTED = 100;

function Key({ children }: { readonly children: string }) {
  return <kbd className="rounded-sm border border-line bg-surface px-1 font-mono">{children}</kbd>;
}

function NothingWaits({ isFiltered }: { readonly isFiltered: boolean }) {
  const [project] = useProjects();
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={['Nothing matches', 'No asset waiting for a decision matches these filters.']}
      title="Nothing is waiting for you"
    >
      <p>
        When a change touches an asset that needs approval, the asset appears here. Each project’s settings define
        which asset types need one. To try it, submit a texture through a connected Perforce or Git integration:
      </p>
      <WebhookSample
        label="Submit a texture"
        to="perforce"
        comment={`use the token of the Perforce integration in project ${project?.id ?? 1}`}
        body='{"changelist": 1201, "user": "ana", "description": "New crate", "files": [{"path": "//depot/Content/T_Crate.uasset", "action": "add"}]}'
      />
    </EmptyList>
  );
}

interface ReviewRowProps {
  readonly item: ReviewItem;
  readonly isSelected: boolean;
  readonly isReadOnly: boolean;
  onToggle(): void;
  onDecide(decision: Decision): void;
  onComment(): void;
}

const REVIEW_COLUMNS: Columns = {
  from: 'lg',
  grid: 'grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 lg:grid-cols-[16px_28px_minmax(0,5fr)_minmax(0,4fr)_18rem]',
  headings: [hidden('Select'), hidden('Type'), 'Asset', { label: 'Requested', isNewestFirst: true }, 'Decision'],
};

function ReviewRow({ item, isSelected, isReadOnly, onToggle, onDecide, onComment }: ReviewRowProps) {
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
          {readable(item.stage)} · {item.reviewers.length > 0 && `${item.reviewers.join(', ')} reviews · `}
          {change?.author && `${change.author} · `}
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
