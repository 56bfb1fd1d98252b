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

/** The moments at which the last days began in a time zone, today included, oldest first. */
export function dayStarts(now: number, timeZone: string, count: number): Date[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index });
    return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  });
}

/** The same time of day, so many days earlier in a time zone. */
export function daysEarlier(now: number, timeZone: string, days: number): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  return new Date(here.subtract({ days }).epochMilliseconds);
}
