import { Temporal } from 'temporal-polyfill';

/** A calendar day in a time zone, such as `2026-11-15`, and the seconds until it ends. */
export interface AccountDay {
  readonly date: string;
  readonly secondsLeft: number;
}

/** Daily limits use days in US Eastern time. */
const LIMIT_TIME_ZONE = 'America/New_York';

/** The day that contains a moment, in a time zone. Days with a clock change are shorter or longer. */
export function accountDay(now: number, timeZone: string = LIMIT_TIME_ZONE): AccountDay {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const midnight = here.toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
  const leftMs = midnight.epochMilliseconds - now;
  return { date: here.toPlainDate().toString(), secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)) };
}
