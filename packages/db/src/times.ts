/** Recent conversions, cached because the rows of a batch share their times. */
const written = new Map<number, string>();
const MAX_WRITTEN = 1_000;

/** A time in the format the database reads. */
export function iso(millis: number): string;
export function iso(millis: number | null): string | null;
export function iso(millis: number | null): string | null {
  if (millis === null) return null;
  const known = written.get(millis);
  if (known !== undefined) return known;
  if (written.size >= MAX_WRITTEN) written.clear();
  const text = new Date(millis).toISOString();
  written.set(millis, text);
  return text;
}

/** A time returned by the database, in epoch milliseconds. */
export function millisOf(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}
