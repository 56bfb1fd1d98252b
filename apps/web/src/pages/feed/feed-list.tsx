import type { ConsoleEvent } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Box, CheckCheck, Hammer, type LucideIcon, Rocket, SquareCheck } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { dayLabel, groupByDay, nextEvent } from '../../data/feed-rows.js';
import { classNames } from '../../ui/class-names.js';
import { providerLabel } from '../../ui/labels.js';
import type { PagedList } from '../../ui/paged-list.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Time, useNow } from '../../ui/time.js';

const KINDS: Readonly<Record<string, readonly [label: string, icon: LucideIcon]>> = {
  build_run: ['Build', Hammer],
  change: ['Asset', Box],
  task: ['Task', SquareCheck],
  approval: ['Approval', CheckCheck],
  deployment: ['Deployment', Rocket],
};

const TONES = {
  ok: 'text-ok',
  err: 'text-bad',
  warn: 'text-warn',
  info: 'text-accent-text',
  neutral: 'text-ink-faint',
} as const;

interface FeedEventRowProps {
  readonly event: ConsoleEvent;
  readonly index: number;
  readonly isCurrent: boolean;
  onFocus(index: number): void;
  onOpen(event: ConsoleEvent): void;
}

const FeedEventRow = memo(
  function FeedEventRow({ event, index, isCurrent, onFocus, onOpen }: FeedEventRowProps) {
    const [kind, Icon] = KINDS[event.event_type.split('.')[0] ?? ''] ?? ['Event', Box];
    return (
      <article
        data-index={index}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={event.message}
        onFocus={() => onFocus(index)}
        onClick={(click) => {
          // The browser opens links in new tabs and windows; the page handles other clicks.
          if (click.metaKey || click.ctrlKey || click.shiftKey) return;
          click.preventDefault();
          onOpen(event);
        }}
        onKeyDown={(key) => key.key === 'Enter' && key.target === key.currentTarget && onOpen(event)}
        className="grid h-[61px] cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 border-b border-line px-4 text-sm -outline-offset-2 hover:bg-hover md:h-[41px] md:grid-cols-[auto_minmax(0,1fr)_140px_150px_72px]"
      >
        <Icon
          role="img"
          aria-label={kind}
          className={classNames('size-4 max-md:row-span-2', TONES[event.status])}
        />
        {/* A plain link: with thousands of rows, the router's links would take most of the rendering time. */}
        <a href={event.url} tabIndex={-1} className="truncate hover:underline">
          {event.message}
        </a>
        <span className="truncate text-xs text-ink-faint max-md:col-start-2 max-md:row-start-2">
          {event.project_name}
        </span>
        <span className="truncate text-xs text-ink-soft max-md:col-start-3 max-md:row-start-2 max-md:max-w-32 max-md:text-right">
          {providerLabel(event.actor_name)}
        </span>
        <Time
          at={event.timestamp}
          className="text-right text-xs text-ink-faint max-md:col-start-3 max-md:row-start-1"
        />
      </article>
    );
  },
  (before, after) =>
    before.event === after.event && before.index === after.index && before.isCurrent === after.isCurrent,
);

const ROW_HEIGHT = 41;
const PHONE_ROW_HEIGHT = 61;
const DAY_HEIGHT = 33;
const OVERSCAN = 6;
/** Loads more events when this many rows are left. */
const AHEAD = 60;

/** The events, however many: only the visible ones exist in the page. j and k move, Enter opens. */
export function FeedList({ list }: { readonly list: PagedList<ConsoleEvent> }) {
  const { rows: events, hasMore, isLoadingMore, loadMore } = list;
  const rows = useMemo(() => groupByDay(events), [events]);
  const container = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(1);
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      if (rows[index]?.kind === 'day') return DAY_HEIGHT;
      return isNarrow ? PHONE_ROW_HEIGHT : ROW_HEIGHT;
    },
    overscan: OVERSCAN,
    scrollMargin: container.current?.offsetTop ?? 0,
    scrollPaddingStart: 64,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights follow from the width alone
  useEffect(() => virtualizer.measure(), [isNarrow]);
  const items = virtualizer.getVirtualItems();
  const start = (items[0]?.start ?? 0) - virtualizer.options.scrollMargin;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last > rows.length - AHEAD) loadMore();
  });

  /** The row to focus in the next frame: key presses may be faster than frames. */
  const target = useRef<number | null>(null);
  function moveTo(place: number): void {
    setCurrent(place);
    target.current = place;
    virtualizer.scrollToIndex(place, { align: 'auto' });
    requestAnimationFrame(() => {
      container.current?.querySelector<HTMLElement>(`[data-index="${place}"]`)?.focus();
      if (target.current === place) target.current = null;
    });
  }
  function step(by: 1 | -1): void {
    const place = target.current ?? focusedRow(container.current);
    moveTo(place === null ? current : nextEvent(rows, place, by));
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  return (
    <section aria-label="Events" ref={container}>
      {/* Rows are in normal flow: a separate style for each would take most of the rendering time. */}
      <div style={{ height: virtualizer.getTotalSize(), paddingTop: start }}>
        {items.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return row.kind === 'day' ? (
            <Day key={row.key} at={row.at} />
          ) : (
            <FeedEventRow
              key={row.key}
              event={row.event}
              index={index}
              isCurrent={index === current}
              onFocus={setCurrent}
              onOpen={(event) => void navigate({ href: event.url })}
            />
          );
        })}
      </div>
      {isLoadingMore && <p className="border-t border-line p-3 text-center text-xs text-ink-faint">Loading</p>}
      {!hasMore && (
        <p className="border-t border-line p-3 text-center text-xs text-ink-faint">The feed goes back 90 days.</p>
      )}
    </section>
  );
}

function focusedRow(list: HTMLElement | null): number | null {
  const row = document.activeElement?.closest('[data-index]');
  return row && list?.contains(row) ? Number(row.getAttribute('data-index')) : null;
}

const Day = memo(function Day({ at }: { readonly at: Date }) {
  const now = useNow();
  return (
    <h2 className="flex h-[33px] items-center border-b border-line bg-canvas px-4 text-xs font-semibold text-ink-soft">
      {dayLabel(at, now)}
    </h2>
  );
});

const NARROW = '(max-width: 767px)';

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(NARROW).matches);
  useEffect(() => {
    const query = window.matchMedia(NARROW);
    const update = () => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
