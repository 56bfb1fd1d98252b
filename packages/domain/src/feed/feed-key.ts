import {
  DEFAULT_FEED_DAYS,
  type EventType,
  MAX_FEED_DAYS,
  PLANS,
  type Plan,
  type WrittenTime,
} from '@slipway/contracts';
import { Temporal } from 'temporal-polyfill';
import type { Position } from '../paging/cursor.js';

/** The kinds of rows that feed events are about, as they appear in `cursor_key`, in the order of the feed. */
export const FEED_KINDS = ['approval', 'build_run', 'change', 'deployment', 'task'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export function feedKindOf(type: EventType): FeedKind {
  return type.slice(0, type.indexOf('.')) as FeedKind;
}

/** Whether a plan includes the workspace feed: Team and higher do. */
export function planHasFeed(plan: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf('team');
}

/** The position of an event in the feed, which is ordered by time, then kind, then row id, all descending. */
export interface FeedKey {
  readonly at: Date;
  readonly kind: FeedKind;
  readonly id: string;
}

/** Which rows of one kind come after a position in the feed. */
export type Continuation = 'earlier' | 'earlier_or_same_time' | 'earlier_or_lower_id';

/** Which rows of a kind follow a position. Its rows at that exact time were all shown, partly shown or not shown. */
export function continuationOf({ kind: cutKind = '' }: Position, kind: FeedKind): Continuation {
  if (kind === cutKind) return 'earlier_or_lower_id';
  return kind < cutKind ? 'earlier_or_same_time' : 'earlier';
}

/** The key in the form shown to clients. */
export function feedCursorKey({ at, kind, id }: FeedKey): string {
  return `${at.toISOString()}|${kind}|${id}`;
}

const DAY_MS = 86_400_000;

/** The time range that a feed request asks for. */
export interface FeedWindow {
  readonly since: WrittenTime | undefined;
  readonly days_back: number | undefined;
}

/** The start of the feed in epoch milliseconds, at most 90 days ago. */
export function feedStart(window: FeedWindow, timeZone: string, now: number): number {
  const { since } = window;
  if (since === undefined) return now - (window.days_back ?? DEFAULT_FEED_DAYS) * DAY_MS;
  return Math.max(instantOf(since, timeZone), now - MAX_FEED_DAYS * DAY_MS);
}

/**
 * The instant of a written time, in epoch milliseconds. A time without an offset is local time in the zone. If the
 * clocks show it twice, the earlier instant counts; if they skip it, it is moved forward by the length of the gap.
 */
function instantOf({ date, time, offset }: WrittenTime, timeZone: string): number {
  if (offset !== null) return Date.parse(`${date}T${time}${offset}`);
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`);
  return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}
