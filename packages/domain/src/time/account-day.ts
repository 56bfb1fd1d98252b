import { Temporal } from 'temporal-polyfill';

/** The calendar day in a zone, as `2026-11-15`, and how long it still lasts. */
export interface AccountDay {
  readonly date: string;
  readonly secondsLeft: number;
}

/** Daily limits count by the days of US Eastern time. */
const LIMIT_TIME_ZONE = 'America/New_York';

/** The day a moment falls on in a zone. Days with a clock change are shorter or longer, and count so. */
export function accountDay(now: number, timeZone: string = LIMIT_TIME_ZONE): AccountDay {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const midnight = here.toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
  const leftMs = midnight.epochMilliseconds - now;
  return { date: here.toPlainDate().toString(), secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)) };
}
