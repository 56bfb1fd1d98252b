import { DEFAULT_FEED_DAYS, MAX_FEED_DAYS, type WrittenTime } from '@slipway/contracts';
import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;

/** How far back a request of the feed asks to look. */
export interface FeedWindow {
  readonly since: WrittenTime | undefined;
  readonly days_back: number | undefined;
}

/** Where the feed begins, in epoch milliseconds: never more than 90 days back. */
export function feedStart(window: FeedWindow, timeZone: string, now: number): number {
  const { since } = window;
  if (since === undefined) return now - (window.days_back ?? DEFAULT_FEED_DAYS) * DAY_MS;
  return Math.max(instantOf(since, timeZone), now - MAX_FEED_DAYS * DAY_MS);
}

/**
 * The instant of a written time in epoch milliseconds. Without an offset it is wall time of the zone: the earlier
 * instant where clocks going back show it twice, and as far behind the gap as written where clocks going forward skip
 * it.
 */
function instantOf({ date, time, offset }: WrittenTime, timeZone: string): number {
  if (offset !== null) return Date.parse(`${date}T${time}${offset}`);
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`);
  return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}
