import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.js';
import { isTyping } from './shortcuts.js';

interface ListProps<Item> {
  readonly items: readonly Item[];
  readonly label: string;
  keyOf(item: Item): string;
  /** Opens an item, by click or Enter. */
  onOpen(item: Item): void;
  /** Items selected with `x`; absent if no action applies to several items. */
  readonly selected?: ReadonlySet<string>;
  onToggle?(item: Item): void;
  /** Handles other keys while an item has the focus, such as `a` to approve. */
  onKey?(key: string, item: Item): boolean;
  /** `rows` by default; `cards` are side by side if there is room. */
  readonly layout?: 'rows' | 'cards';
  children(item: Item, state: { readonly isSelected: boolean }): ReactNode;
}

const LAYOUTS = {
  rows: { list: 'divide-y divide-line', item: 'block px-4 py-2' },
  cards: {
    list: 'grid grid-cols-1 gap-px bg-line sm:grid-cols-[repeat(auto-fill,minmax(232px,1fr))] [&>li]:bg-surface',
    item: 'block h-full p-3',
  },
} as const;

/**
 * A list that is operated with the keyboard: j and k move, Enter opens, x selects. Only the current row is a tab stop,
 * so a single Tab leaves the list.
 */
export function List<Item>(props: ListProps<Item>) {
  const { items, label, keyOf, onOpen, selected, onToggle, onKey, layout = 'rows', children } = props;
  const [current, setCurrent] = useState(0);
  const rows = useRef(new Map<number, HTMLElement>());
  const at = Math.min(current, Math.max(0, items.length - 1));

  const moveTo = useCallback((place: number) => {
    setCurrent(place);
    rows.current.get(place)?.focus();
  }, []);

  useEffect(() => {
    function onWindowKey(event: globalThis.KeyboardEvent): void {
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      const isInList = [...rows.current.values()].includes(document.activeElement as HTMLElement);
      const step = event.key === 'j' ? 1 : -1;
      moveTo(isInList ? Math.min(Math.max(at + step, 0), items.length - 1) : at);
      event.preventDefault();
    }
    window.addEventListener('keydown', onWindowKey);
    return () => window.removeEventListener('keydown', onWindowKey);
  }, [at, items.length, moveTo]);

  // A row that is decided or moved leaves the list. The focus moves to the row that takes its place.
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when rows come or go
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) rows.current.get(at)?.focus();
  }, [items.length]);

  function onRowKey(event: KeyboardEvent, item: Item, place: number): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen(item);
    else if (event.key === 'x' && onToggle) onToggle(item);
    else if (event.key === 'ArrowDown') moveTo(Math.min(place + 1, items.length - 1));
    else if (event.key === 'ArrowUp') moveTo(Math.max(place - 1, 0));
    else if (!onKey?.(event.key, item)) return;
    event.preventDefault();
  }

  return (
    <ul
      aria-label={label}
      className={LAYOUTS[layout].list}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
      }}
    >
      {items.map((item, place) => {
        const key = keyOf(item);
        const isSelected = selected?.has(key) ?? false;
        return (
          <li key={key}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a row holds links and buttons, so it cannot be one */}
            <div
              tabIndex={place === at ? 0 : -1}
              ref={(element) => {
                if (element) rows.current.set(place, element);
                else rows.current.delete(place);
              }}
              onFocus={() => setCurrent(place)}
              onClick={(event) => {
                if (!(event.target as HTMLElement).closest('a, button:not([role]), input, label')) onOpen(item);
              }}
              onKeyDown={(event) => onRowKey(event, item, place)}
              className={classNames(
                'cursor-pointer text-sm -outline-offset-2 hover:bg-hover',
                LAYOUTS[layout].item,
                isSelected && 'bg-accent-soft',
              )}
            >
              {children(item, { isSelected })}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
