import { type EventType, PLANS, type Plan } from '@slipway/contracts';
import type { Position } from '../paging/cursor.js';

/** The kinds of rows that feed events are about, as they appear in `cursor_key`, in the order of the feed. */
export const FEED_KINDS = ['approval', 'build_run', 'change', 'deployment', 'task'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** The kind of row that an event type is about. */
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
