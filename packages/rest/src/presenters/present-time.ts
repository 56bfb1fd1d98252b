/** A time as clients see it: ISO 8601 in UTC, or null while it has not happened. */
export function presentTime(time: Date): string;
export function presentTime(time: Date | null): string | null;
export function presentTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
