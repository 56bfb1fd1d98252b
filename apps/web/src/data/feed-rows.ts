import type { ConsoleEvent } from '@slipway/contracts';
import { formatTime, localDay } from '../words/clock.js';

export type FeedRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: Date }
  | { readonly kind: 'event'; readonly key: string; readonly event: ConsoleEvent };

/** Puts a heading before the first event of each day, in the reader's time zone. */
export function groupByDay(events: readonly ConsoleEvent[]): FeedRow[] {
  const rows: FeedRow[] = [];
  let day = '';
  for (const event of events) {
    const at = new Date(event.timestamp);
    if (localDay(at) !== day) {
      day = localDay(at);
      rows.push({ kind: 'day', key: day, at });
    }
    rows.push({ kind: 'event', key: event.cursor_key, event });
  }
  return rows;
}

export function dayLabel(at: Date, now: Date): string {
  const [day, today] = [localDay(at), localDay(now)];
  const days = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return formatTime(at, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** The subject of an event. A task or approval that changes again gets a new time but keeps its subject. */
function subjectOf({ cursor_key: key }: Pick<ConsoleEvent, 'cursor_key'>): string {
  return key.slice(key.indexOf('|') + 1);
}

export function newerEvents(
  latest: readonly ConsoleEvent[],
  shown: readonly ConsoleEvent[],
): readonly ConsoleEvent[] {
  const known = new Set(shown.map(({ cursor_key: key }) => key));
  const newest = shown[0]?.cursor_key.split('|')[0] ?? '';
  return latest.filter((event) => !known.has(event.cursor_key) && event.timestamp >= newest);
}

/**
 * Puts new events before those on screen, and drops older events of the same subject: the service reports one of each.
 */
export function withNewer(
  newer: readonly ConsoleEvent[],
  shown: readonly ConsoleEvent[],
): readonly ConsoleEvent[] {
  const moved = new Set(newer.map(subjectOf));
  return [...newer, ...shown.filter((event) => !moved.has(subjectOf(event)))];
}

export function nextEvent(rows: readonly FeedRow[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'event') return at;
  return from;
}
