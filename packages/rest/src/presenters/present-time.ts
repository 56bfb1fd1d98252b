/** A time in API responses: ISO 8601 in UTC, or null if it has not happened yet. */
export function presentTime(time: Date): string;
export function presentTime(time: Date | null): string | null;
export function presentTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
