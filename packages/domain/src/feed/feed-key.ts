import { type EventType, PLANS, type Plan } from '@slipway/contracts';
import type { Position } from '../paging/cursor.js';

/** The kinds of rows that feed events are about, as they appear in `cursor_key`. */
export type FeedKind = 'approval' | 'build_run' | 'change' | 'deployment' | 'task';

/** Kinds whose row ids are UUIDs; the others use numbers. */
const UUID_KINDS: ReadonlySet<FeedKind> = new Set(['approval', 'deployment']);

/** The kind of row that an event type is about. */
export function feedKindOf(type: EventType): FeedKind {
  return type.slice(0, type.indexOf('.')) as FeedKind;
}

/** Whether a plan includes the workspace feed: Team and higher do. */
export function planHasFeed(plan: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf('team');
}

/** The position of an event in the feed. */
export interface FeedKey {
  readonly at: Date;
  readonly kind: FeedKind;
  readonly id: string;
}

/** Orders events newest first: by time, then kind, then row id, all descending. */
function compareFeedKeys(a: FeedKey, b: FeedKey): number {
  return (
    b.at.getTime() - a.at.getTime() ||
    compareText(b.kind, a.kind) ||
    (UUID_KINDS.has(a.kind) ? compareText(b.id, a.id) : compareDigits(b.id, a.id))
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares positive integers of any size by their digits. */
function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

/** The first `count` events; every source must have contributed its own first `count`. */
export function mergeFeed<E extends FeedKey>(events: readonly E[], count: number): E[] {
  return events.toSorted(compareFeedKeys).slice(0, count);
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
