import type { BuildPoint } from './passing-build.js';

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

const NUMBER = /^\d{1,15}$/;

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
