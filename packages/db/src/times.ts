/** A time as it travels to the database. */
export function iso(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}

/** A time as the database hands it out. */
export function millisOf(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}
