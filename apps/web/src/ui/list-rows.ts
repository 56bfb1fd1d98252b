import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isTyping } from './shortcuts.js';

/** What a list does with its rows. */
export interface RowActions<Item> {
  /** Opens an item, by click or Enter. */
  onOpen(item: Item): void;
  onToggle?(item: Item): void;
  /** Handles other keys while an item has the focus, such as `a` to approve. */
  onKey?(key: string, item: Item, row: HTMLElement): boolean;
}

/**
 * Makes rows work with the keyboard: j and k move, Enter opens, x selects. Only the current row is a tab stop, so a
 * single Tab leaves the list.
 */
export function useRows<Item>(items: readonly Item[], { onOpen, onToggle, onKey }: RowActions<Item>) {
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

  const ofList = useKeptFocus(items.length, () => rows.current.get(at)?.focus());

  function onRowKey(event: KeyboardEvent<HTMLElement>, item: Item, place: number): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen(item);
    else if (event.key === 'x' && onToggle) onToggle(item);
    else if (event.key === 'ArrowDown') moveTo(Math.min(place + 1, items.length - 1));
    else if (event.key === 'ArrowUp') moveTo(Math.max(place - 1, 0));
    else if (!onKey?.(event.key, item, event.currentTarget)) return;
    event.preventDefault();
  }

  return {
    /** The properties of the element around the rows. */
    ofList,
    /** The properties of a row. */
    ofRow: (item: Item, place: number) => ({
      tabIndex: place === at ? 0 : -1,
      ref: (element: HTMLElement | null) => {
        if (element) rows.current.set(place, element);
        else rows.current.delete(place);
      },
      onFocus: () => setCurrent(place),
      onClick: (event: MouseEvent) => {
        if (!(event.target as HTMLElement).closest('a, button:not([role]), input, label')) onOpen(item);
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
