/** What was written last: the rows of a large delivery share their time. */
let written = { millis: 0, text: new Date(0).toISOString() };

/** A time as it travels to the database. */
export function iso(millis: number): string;
export function iso(millis: number | null): string | null;
export function iso(millis: number | null): string | null {
  if (millis === null) return null;
  if (written.millis !== millis) written = { millis, text: new Date(millis).toISOString() };
  return written.text;
}

/** A time as the database hands it out. */
export function millisOf(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}
