import type { RangeRun } from './search-culprit.js';

/** What a run was of: a commit, which may be shortened, or a changelist; empty if unknown. */
export interface RunRevision {
  readonly commitHash: string;
  readonly changelist: string;
}

export interface PlacedRun extends RunRevision {
  /** One for each attempt, in order. */
  readonly passes: readonly boolean[];
}

export interface RunsOfRange {
  /** The identifiers of the changes, oldest first. */
  readonly changes: readonly string[];
  /** The last run before the first failure that passed, the first failure, and all that followed, oldest first. */
  readonly runs: readonly PlacedRun[];
  readonly firstFailure: PlacedRun;
}

const NUMBER = /^\d{1,15}$/;
const LEAST_HASH = 7;

/** How many of the changes a revision contains; null if it is not one of the range's. */
function positionOf({ commitHash, changelist }: RunRevision, changes: readonly string[]): number | null {
  if (commitHash.length >= LEAST_HASH) {
    // The number of a changelist is no beginning of a hash.
    const index = changes.findIndex(
      (change) => change.startsWith(commitHash) || (change.length >= LEAST_HASH && commitHash.startsWith(change)),
    );
    return index === -1 ? null : index + 1;
  }
  const last = changes.at(-1) ?? '';
  if (!NUMBER.test(changelist) || !changes.every((change) => NUMBER.test(change))) return null;
  if (Number(changelist) > Number(last)) return null;
  return changes.filter((change) => Number(change) <= Number(changelist)).length;
}

/**
 * Places the runs of a test or job in the range of changes between its last pass and its first failure. Runs of newer
 * revisions count for the newest one as long as they fail; once one passes, the fault may be fixed.
 */
export function placeRuns({ changes, runs, firstFailure }: RunsOfRange): RangeRun[] {
  const placed: RangeRun[] = [];
  const ends = new Map([
    [runs[0], 0],
    [firstFailure, changes.length],
  ]);
  let isAfter = false;
  let mayBeFixed = false;
  for (const run of runs) {
    if (run === firstFailure) isAfter = true;
    const position = ends.get(run) ?? positionOf(run, changes);
    if (position !== null) {
      placed.push(...run.passes.map((hasPassed) => ({ position, hasPassed })));
      continue;
    }
    if (!isAfter || mayBeFixed) continue;
    if (run.passes.includes(true)) mayBeFixed = true;
    else placed.push(...run.passes.map((hasPassed) => ({ position: changes.length, hasPassed })));
  }
  return placed;
}
