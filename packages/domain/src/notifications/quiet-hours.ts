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
  if (!isQuiet) return now;
  // When clocks go back, an hour happens twice, and both may be quiet until the same time.
  const again = atMinute(time.toPlainDate(), timezone, { minute: until, disambiguation: 'later' });
  return again > now ? Math.min(again, nextTime(now, timezone, until)) : nextTime(now, timezone, until);
}

/** The next moment after `now` at which it is so many minutes after midnight in a time zone. */
export function nextTime(now: number, timezone: string, minuteOfDay: number): number {
  const day = here(now, timezone).toPlainDate();
  const today = atMinute(day, timezone, { minute: minuteOfDay });
  return today > now ? today : atMinute(day.add({ days: 1 }), timezone, { minute: minuteOfDay });
}

interface ClockTime {
  /** After midnight. */
  readonly minute: number;
  /**
   * Which moment is meant if the clock shows the time twice, or never. The first, or the one after the gap, by default.
   */
  readonly disambiguation?: 'compatible' | 'later';
}

function atMinute(
  day: Temporal.PlainDate,
  timezone: string,
  { minute, disambiguation = 'compatible' }: ClockTime,
): number {
  const time = { hour: Math.floor(minute / 60), minute: minute % 60 };
  return day.toPlainDateTime(time).toZonedDateTime(timezone, { disambiguation }).epochMilliseconds;
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
