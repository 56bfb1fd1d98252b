import { type DatabaseHandle, findChangesSince, hasRevisionPassed, type JobBuild } from '@slipway/db';
import { lastPassingBefore, type SuspectChange, type SuspectExclusion } from '@slipway/domain';

/** The changes that may have caused a failure: those since the last passing build of the same job and branch. */
export interface Suspects {
  /** Why no change can be suspected; null if some can. */
  readonly excluded: SuspectExclusion | null;
  readonly lastPassing: JobBuild | null;
  /** In the order in which they were made. */
  readonly changes: readonly SuspectChange[];
}

const none = (excluded: Suspects['excluded'], lastPassing: JobBuild | null = null): Suspects => ({
  excluded,
  lastPassing,
  changes: [],
});

/** Finds the changes that may have made a build fail. `passing` is sorted by end time, newest first. */
export async function findSuspects(
  on: DatabaseHandle,
  build: JobBuild,
  passing: readonly JobBuild[],
): Promise<Suspects> {
  if (await hasRevisionPassed(on, build)) return none('revision_passed');
  const lastPassing = lastPassingBefore(build, passing);
  if (lastPassing === null) return none('no_passing_build');
  return suspectsBetween(on, lastPassing, build);
}

/** The changes that are in a failed build but not in a passing one. */
export async function suspectsBetween(
  on: DatabaseHandle,
  lastPassing: JobBuild,
  failed: JobBuild,
): Promise<Suspects> {
  const { changes, isCut } = await findChangesSince(on, lastPassing, failed);
  if (isCut) return none('too_many_changes', lastPassing);
  return { excluded: null, lastPassing, changes };
}
