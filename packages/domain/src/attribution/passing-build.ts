/** A finished build of a job, as far as it tells which changes are in it. */
export interface BuildPoint {
  readonly buildNumber: string;
  readonly commitHash: string;
  readonly changelist: string;
  /** When it began, as near as it is known, in epoch milliseconds. */
  readonly startedAt: number;
}

const NUMBER = /^\d{1,15}$/;

/** Whether both are numbers, and the first is the smaller; null when they are no numbers. */
function isBelow(a: string, b: string): boolean | null {
  return NUMBER.test(a) && NUMBER.test(b) ? Number(a) < Number(b) : null;
}

/** Whether two builds were made of the same revision. */
export function isSameRevision(a: BuildPoint, b: BuildPoint): boolean {
  if (a.commitHash !== '' || b.commitHash !== '') return a.commitHash === b.commitHash;
  return a.changelist !== '' && a.changelist === b.changelist;
}

/** Whether a build holds less than another: by changelist, else by its number, else by its time. */
function isBefore(a: BuildPoint, b: BuildPoint): boolean {
  return isBelow(a.changelist, b.changelist) ?? isBelow(a.buildNumber, b.buildNumber) ?? a.startedAt < b.startedAt;
}

/** The last passing build before a failed one, of some in the order they ended, newest first. */
export function lastPassingBefore<B extends BuildPoint>(failed: BuildPoint, passing: readonly B[]): B | null {
  return passing.find((build) => isBefore(build, failed)) ?? null;
}
