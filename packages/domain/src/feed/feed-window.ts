import { DEFAULT_FEED_DAYS, MAX_FEED_DAYS, type WrittenTime } from '@slipway/contracts';
import { Temporal } from 'temporal-polyfill';

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
