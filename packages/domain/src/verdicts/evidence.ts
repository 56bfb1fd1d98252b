import type { Episode } from './course.js';
import { branchOf, hasFailure, hasPass, type TestRun } from './test-run.js';

/** What speaks for a verdict. Runs while the test was broken count only where a field says so. */
export interface Evidence {
  /** The time of the oldest counted run; null if there is none. */
  readonly from: number | null;
  readonly lastRunAt: number | null;
  readonly runs: number;
  /** Runs in which any attempt failed. */
  readonly failures: number;
  readonly passedOnRetry: number;
  /** Revisions of which an attempt failed and another passed. */
  readonly revisionsWithBoth: number;
  /** Failures of one revision, between other revisions that passed. */
  readonly loneFailures: number;
  readonly differentFingerprints: number;
  /** The failed runs with which the judged branch ends. */
  readonly failuresAtEnd: number;
  /** The failed runs of the newest break. */
  readonly failuresOfBreak: number;
}

/** A break with fewer failures may have been a flake: its runs stay among the others. */
const MIN_BREAK_FAILURES = 3;

export function collectEvidence(runs: readonly TestRun[], branch: string, breaks: readonly Episode[]): Evidence {
  const judged = runs.filter((run) => branchOf(run) === branch);
  const broken = breaks.map(({ from, to }) =>
    runs.slice(from, to ?? runs.length).filter((run) => branchOf(run) === branch),
  );
  const outliers = new Set(broken.filter((each) => each.filter(hasFailure).length >= MIN_BREAK_FAILURES).flat());
  const ordinary = outliers.size === 0 ? runs : runs.filter((run) => !outliers.has(run));
  const failed = ordinary.filter(hasFailure);
  const revisions = new Set(failed.map(({ revision }) => revision));
  const passedToo =
    failed.length === 0 ? [] : ordinary.filter((run) => revisions.has(run.revision) && hasPass(run));
  return {
    from: runs[0]?.at ?? null,
    lastRunAt: runs.at(-1)?.at ?? null,
    runs: ordinary.length,
    failures: failed.length,
    passedOnRetry: failed.filter(hasPass).length,
    revisionsWithBoth: new Set(passedToo.map(({ revision }) => revision)).size,
    loneFailures: failed.length === 0 ? 0 : countLoneFailures(ordinary),
    differentFingerprints: new Set(failed.flatMap(({ fingerprint }) => fingerprint ?? [])).size,
    failuresAtEnd: judged.length - 1 - judged.findLastIndex(hasPass),
    failuresOfBreak: broken.at(-1)?.filter(hasFailure).length ?? 0,
  };
}

/** The failed revision of a branch that had passed before, until another revision passes or fails. */
interface BranchEnd {
  suspect: string | null;
  hasPassed: boolean;
}

function countLoneFailures(runs: readonly TestRun[]): number {
  const ends = new Map<string, BranchEnd>();
  let count = 0;
  for (const run of runs) {
    const end = ends.get(branchOf(run)) ?? { suspect: null, hasPassed: false };
    ends.set(branchOf(run), end);
    if (hasPass(run)) {
      if (end.suspect !== null && end.suspect !== run.revision) count += 1;
      end.suspect = null;
    } else if (end.suspect !== run.revision) end.suspect = end.hasPassed ? run.revision : null;
    end.hasPassed = hasPass(run);
  }
  return count;
}
