/** The fields of a finished build that decide which changes it contains. */
export interface BuildPoint {
  readonly buildNumber: string;
  readonly commitHash: string;
  readonly changelist: string;
  /** When it started, as precisely as known, in epoch milliseconds. */
  readonly startedAt: number;
}

const NUMBER = /^\d{1,15}$/;

/** Whether the first number is smaller; null if either is not a number. */
function isBelow(a: string, b: string): boolean | null {
  return NUMBER.test(a) && NUMBER.test(b) ? Number(a) < Number(b) : null;
}

/** Whether one build is older than another: by changelist, otherwise by number, otherwise by time. */
function isBefore(a: BuildPoint, b: BuildPoint): boolean {
  return isBelow(a.changelist, b.changelist) ?? isBelow(a.buildNumber, b.buildNumber) ?? a.startedAt < b.startedAt;
}

/** The last passing build before a failed one. `passing` is ordered by finish time, newest first. */
export function lastPassingBefore<B extends BuildPoint>(failed: BuildPoint, passing: readonly B[]): B | null {
  return passing.find((build) => isBefore(build, failed)) ?? null;
}
