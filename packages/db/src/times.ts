/** The last conversion, cached because the rows of a large delivery share their time. */
let written = { millis: 0, text: new Date(0).toISOString() };

/** A time in the format the database reads. */
export function iso(millis: number): string;
export function iso(millis: number | null): string | null;
export function iso(millis: number | null): string | null {
  if (millis === null) return null;
  if (written.millis !== millis) written = { millis, text: new Date(millis).toISOString() };
  return written.text;
}

/** A time returned by the database, in epoch milliseconds. */
export function millisOf(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}
