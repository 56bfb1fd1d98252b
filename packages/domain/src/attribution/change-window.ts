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

/** The fields of a change that decide whether a build contains it. */
export interface PlacedChange {
  readonly identifier: string;
  readonly sourceType: string;
  readonly branch: string;
}

/** The changes that a failed build contains and the last passing one did not. */
export interface ChangeWindow {
  readonly passed: BuildPoint;
  readonly failed: BuildPoint;
  readonly branch: string;
  /** The commits between the two builds, if recorded pushes connect them. */
  readonly commits: ReadonlySet<string> | null;
}

/** Whether a change between two builds may be in the later one and not in the earlier one. */
export function isInWindow(change: PlacedChange, { passed, failed, branch, commits }: ChangeWindow): boolean {
  if (change.sourceType === 'GitCommit' && commits !== null) return commits.has(change.identifier);
  if (!isSameBranch(change.branch, branch)) return false;
  if (change.identifier === passed.commitHash || change.identifier === passed.changelist) return false;
  if (change.sourceType !== 'Changelist' || !NUMBER.test(change.identifier)) return true;
  const number = Number(change.identifier);
  const isNew = !NUMBER.test(passed.changelist) || number > Number(passed.changelist);
  return isNew && (!NUMBER.test(failed.changelist) || number <= Number(failed.changelist));
}

const plainBranch = (branch: string) =>
  branch
    .toLowerCase()
    .replace(/^refs\/heads\/|^(?:remotes\/)?origin\//, '')
    .replace(/\/+(?:\.\.\.)?$/, '');

/** A stream such as `//depot/main` is the branch `main`. An unknown branch matches any branch. */
function isSameBranch(a: string, b: string): boolean {
  const [left, right] = [plainBranch(a), plainBranch(b)];
  return left === '' || right === '' || left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}
