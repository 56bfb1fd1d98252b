import { useRouter } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { RecordTarget } from '../routing/records.js';
import { classNames } from './class-names.js';
import { RowBlock } from './row-block.js';
import { useShortcuts } from './shortcuts.js';

export interface Row {
  readonly id: string | number;
}

export interface RowActions<Item> {
  pageOf?(item: Item): RecordTarget;
  /** What Enter or a click does for items without a page. */
  onOpen?(item: Item): void;
  onToggle?(item: Item): void;
  /** Handles other keys while an item has the focus, such as `a` to approve. */
  onKey?(key: string, item: Item, row: HTMLElement): boolean;
}

/**
 * Makes rows work with the keyboard: j and k move, Enter opens, x selects. Only the current row is a tab stop, so a
 * single Tab leaves the list.
 */
function useRows<Item>(items: readonly Item[], { pageOf, onOpen, onToggle, onKey }: RowActions<Item>) {
  const router = useRouter();
  const [current, setCurrent] = useState(0);
  const rows = useRef(new Map<number, HTMLElement>());
  const at = Math.min(current, Math.max(0, items.length - 1));

  function moveTo(place: number): void {
    setCurrent(place);
    rows.current.get(place)?.focus();
  }

  function step(by: 1 | -1): void {
    const isInList = [...rows.current.values()].includes(document.activeElement as HTMLElement);
    moveTo(isInList ? Math.min(Math.max(at + by, 0), items.length - 1) : at);
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) });

  const ofList = useKeptFocus(items.length, () => rows.current.get(at)?.focus());

  function open(item: Item): void {
    const page = pageOf?.(item);
    if (page) void router.navigate(page);
    else onOpen?.(item);
  }

  function onRowKey(event: KeyboardEvent<HTMLElement>, item: Item, place: number): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open(item);
    else if (event.key === 'x' && onToggle) onToggle(item);
    else if (event.key === 'ArrowDown') moveTo(Math.min(place + 1, items.length - 1));
    else if (event.key === 'ArrowUp') moveTo(Math.max(place - 1, 0));
    else if (!onKey?.(event.key, item, event.currentTarget)) return;
    event.preventDefault();
  }

  return {
    ofList,
    ofRow: (item: Item, place: number) => ({
      tabIndex: place === at ? 0 : -1,
      ref: (element: HTMLElement | null) => {
        if (element) rows.current.set(place, element);
        else rows.current.delete(place);
      },
      onFocus: () => setCurrent(place),
      onClick: (event: MouseEvent) => {
        if (!(event.target as HTMLElement).closest('a, button:not([role]), input, label')) open(item);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onRowKey(event, item, place),
    }),
  };
}

/** A row that is decided or moved leaves the list. The focus moves to the row that takes its place. */
function useKeptFocus(rowCount: number, focusCurrent: () => void) {
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when rows come or go
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusCurrent();
  }, [rowCount]);
  return {
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
    },
  };
}

interface Heading {
  readonly label: string;
  /** Only screen readers get the label: the column is too narrow for it, or needs none. */
  readonly isHidden?: boolean;
  readonly isRight?: boolean;
  /** The server sorts by this column, newest first. */
  readonly isNewestFirst?: boolean;
}

export const hidden = (label: string): Heading => ({ label, isHidden: true });
export const right = (label: string): Heading => ({ label, isRight: true });
export const newest = (label: string): Heading => ({ label, isRight: true, isNewestFirst: true });

export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setSelected((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  return { selected, toggle, select: (ids: readonly string[]) => setSelected(new Set(ids)) };
}

/** The columns of a list on a wide screen. Phones have no headings: rows are arranged in two lines there. */
export interface Columns {
  readonly from: 'md' | 'lg';
  /** The classes of the grid of every row, such as `grid-cols-[auto_1fr] md:grid-cols-[16px_1fr_72px]`. */
  readonly grid: string;
  readonly headings: readonly (string | Heading)[];
}

export interface ListProps<Item extends Row> extends RowActions<Item> {
  readonly items: readonly Item[];
  readonly label: string;
  readonly selected?: ReadonlySet<string> | undefined;
  readonly layout?: 'rows' | 'cards' | undefined;
  /** Makes the list a table with a row of headings: each row then consists of `<td>` elements, one for each heading. */
  readonly columns?: Columns | undefined;
  children(item: Item, state: { readonly isSelected: boolean }): ReactNode;
}

export function List<Item extends Row>(props: ListProps<Item>) {
  const { columns, layout } = props;
  return columns && layout !== 'cards' ? <TableList {...props} columns={columns} /> : <PlainList {...props} />;
}

const LAYOUTS = {
  rows: { list: 'divide-y divide-line', item: 'block px-4 py-2' },
  cards: {
    list: 'grid grid-cols-1 gap-px bg-line sm:grid-cols-[repeat(auto-fill,minmax(232px,1fr))] [&>li]:bg-surface',
    item: 'block h-full p-3',
  },
} as const;

const ROW_HEIGHT = 45;

// Rows outside the window are not laid out. The margin keeps a focused row clear of the top bar and the headings, which stay in place.
const rowClass =
  'cursor-pointer scroll-mt-24 text-sm -outline-offset-2 hover:bg-hover [contain-intrinsic-size:auto_45px] [content-visibility:auto]';

function PlainList<Item extends Row>(props: ListProps<Item>) {
  const { items, label, selected, layout = 'rows', children } = props;
  const { ofList, ofRow } = useRows(items, props);
  return (
    <ul aria-label={label} className={LAYOUTS[layout].list} {...ofList}>
      {items.map((item, place) => {
        const key = String(item.id);
        const isSelected = selected?.has(key) ?? false;
        return (
          <li key={key}>
            <div
              {...ofRow(item, place)}
              className={classNames(rowClass, LAYOUTS[layout].item, isSelected && 'bg-accent-soft')}
            >
              {children(item, { isSelected })}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const BLOCK_ROWS = 50;
/** Longer tables render only the rows near the window. */
const MAX_KEPT_ROWS = 200;

/** As many as a tall screen shows. */
const FIRST_ROWS = 20;

const HEADINGS = {
  md: 'max-md:sr-only md:sticky',
  lg: 'max-lg:sr-only lg:sticky',
} as const;

interface TableListProps<Item extends Row> extends ListProps<Item> {
  readonly columns: Columns;
}

function TableList<Item extends Row>({ columns, ...props }: TableListProps<Item>) {
  const { items, label, selected, children } = props;
  const { ofList, ofRow } = useRows(items, props);
  const shown = useFirstThenAll(items, FIRST_ROWS);
  // Takes the place of rows that follow, so that Back can return to a position among them.
  const missing = (items.length - shown.length) * ROW_HEIGHT;
  return (
    <table aria-label={label} className="block" style={{ paddingBottom: missing || undefined }} {...ofList}>
      <thead className={classNames('top-12 z-10 block border-b border-line bg-sunken', HEADINGS[columns.from])}>
        <tr className={classNames('grid px-4 py-1.5', columns.grid)}>
          {columns.headings.map((heading) =>
            typeof heading === 'string' ? (
              <ColumnHeading key={heading} label={heading} />
            ) : (
              <ColumnHeading key={heading.label} {...heading} />
            ),
          )}
        </tr>
      </thead>
      {Array.from({ length: Math.ceil(shown.length / BLOCK_ROWS) }, (_, block) => {
        const start = block * BLOCK_ROWS;
        const rows = shown.slice(start, start + BLOCK_ROWS);
        return (
          <RowBlock
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move
            key={block}
            isFirst={block === 0}
            isKept={items.length <= MAX_KEPT_ROWS}
            estimatedHeight={rows.length * ROW_HEIGHT}
          >
            {() =>
              rows.map((item, index) => {
                const key = String(item.id);
                const isSelected = selected?.has(key) ?? false;
                return (
                  <tr
                    key={key}
                    {...ofRow(item, start + index)}
                    className={classNames(
                      rowClass,
                      'grid px-4 py-2',
                      columns.grid,
                      isSelected && 'bg-accent-soft',
                    )}
                  >
                    {children(item, { isSelected })}
                  </tr>
                );
              })
            }
          </RowBlock>
        );
      })}
    </table>
  );
}

function ColumnHeading({ label, isHidden, isRight, isNewestFirst }: Heading) {
  return (
    <th
      scope="col"
      {...(isNewestFirst && { 'aria-sort': 'descending' as const, title: 'Newest first' })}
      className={classNames(
        'min-w-0 truncate text-xs font-medium text-ink-faint',
        isRight ? 'text-right' : 'text-left',
      )}
    >
      <span className={isHidden ? 'sr-only' : undefined}>{label}</span>
      {isNewestFirst && <ArrowDown aria-hidden className="ml-1 inline size-3" />}
    </th>
  );
}

/**
 * The first items of a list when it appears, as many as a tall screen shows, and all of them right after these are
 * painted. So a page with a long list opens as fast as one with a short list.
 */
export function useFirstThenAll<Item>(items: readonly Item[], firstCount: number): readonly Item[] {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => startTransition(() => setFirst(false)), []);
  return isFirst ? items.slice(0, firstCount) : items;
}
