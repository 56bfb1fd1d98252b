const DAY_MS = 86_400_000;
const digits = (count: number) =>
  Array.from({ length: 10 ** count }, (_, number) => String(number).padStart(count, '0'));
const TWO = digits(2);
const THREE = digits(3);

/** The day of the time presented last: those of a page are often on the same one. */
let latest = { start: Number.NaN, text: '' };

/**
 * A time in API responses: ISO 8601 in UTC, or null if it has not happened yet. A page has hundreds of times, and
 * toISOString takes three times as long.
 */
export function presentTime(time: Date): string;
export function presentTime(time: Date | null): string | null;
export function presentTime(time: Date | null): string | null {
  if (time === null) return null;
  const ms = time.getTime();
  const start = Math.floor(ms / DAY_MS) * DAY_MS;
  if (start !== latest.start) latest = { start, text: time.toISOString().slice(0, -'00:00:00.000Z'.length) };
  const ofDay = ms - start;
  const [minutes, rest] = [Math.floor(ofDay / 60_000), ofDay % 60_000];
  const clock = `${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[Math.floor(rest / 1000)]}`;
  return `${latest.text}${clock}.${THREE[rest % 1000]}Z`;
}
