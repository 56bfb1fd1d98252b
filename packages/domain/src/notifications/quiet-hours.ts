import { Temporal } from 'temporal-polyfill';

/** When a person wants no email: minutes after midnight in their time zone. They may span midnight. */
export interface QuietHours {
  readonly timezone: string;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
}

const here = (now: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);

/** The first moment from `now` on at which an email may be sent, in epoch milliseconds. */
export function endOfQuiet(now: number, { timezone, quietFrom: from, quietUntil: until }: QuietHours): number {
  if (from === null || until === null || from === until) return now;
  const time = here(now, timezone);
  const minute = time.hour * 60 + time.minute;
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? nextTime(now, timezone, until) : now;
}

/** The next moment after `now` at which it is so many minutes after midnight in a time zone. */
export function nextTime(now: number, timezone: string, minuteOfDay: number): number {
  const at = { hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 };
  const day = here(now, timezone).toPlainDate();
  const today = day.toZonedDateTime({ timeZone: timezone, plainTime: at }).epochMilliseconds;
  if (today > now) return today;
  return day.add({ days: 1 }).toZonedDateTime({ timeZone: timezone, plainTime: at }).epochMilliseconds;
}

/** Whether a time zone is known, by its IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    here(0, name);
    return true;
  } catch {
    return false;
  }
}
