export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

let zone = browserZone();

/** Shows all times in a person's own time zone; null means the zone of the browser. */
export function setTimeZone(chosen: string | null): void {
  zone = chosen ?? browserZone();
}

export const timeZone = (): string => zone;

/** The zone as people read it: `America/New York`. */
export const zoneName = (): string => zone.replaceAll('_', ' ');

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the person's zone. Formatters are kept, because creating one takes longer than rendering a row. */
export function formatTime(time: Date, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const key = `${zone} ${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  const formatter = known ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  if (known === undefined) formatters.set(key, formatter);
  return formatter.format(time);
}

/** The calendar day of a time in the person's zone, as `2026-11-15`. */
export const localDay = (time: Date): string =>
  formatTime(time, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length);

/**
 * When a calendar day begins in the person's zone. It is searched for, because a day begins at one o'clock where clocks
 * are set forward at midnight. Zones are at most 14 hours away from UTC.
 */
export function startOfDay(day: string): Date {
  const utc = Date.parse(day);
  let [before, after] = [utc - 15 * HOUR_MS, utc + 15 * HOUR_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (localDay(new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Formats a calendar day, which has no time and so no zone. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(day));
}
