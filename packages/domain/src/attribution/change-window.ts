import type { BuildPoint } from './passing-build.js';

/** A change, as far as it matters whether a build has it. */
export interface PlacedChange {
  readonly identifier: string;
  readonly sourceType: string;
  readonly branch: string;
}

/** What a failed build has that the last passing one had not. */
export interface ChangeWindow {
  readonly passed: BuildPoint;
  readonly failed: BuildPoint;
  readonly branch: string;
  /** The commits between the two, when recorded pushes tell. */
  readonly commits: ReadonlySet<string> | null;
}

const NUMBER = /^\d{1,15}$/;

/** Whether a change that was made or came between two builds can be what the later one has and the earlier one lacks. */
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

/** A stream such as `//depot/main` is the branch `main`; one that is not known may be any. */
function isSameBranch(a: string, b: string): boolean {
  const [left, right] = [plainBranch(a), plainBranch(b)];
  return left === '' || right === '' || left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}
