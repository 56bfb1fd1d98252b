import { assessCulprit } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import type { CulpritRangeRecord } from '../../reads/problems/culprit-range.js';
import type { ProblemRecord } from '../../reads/problems/problems.js';
import { endCulpritSearch } from './culprit-searches.js';

export interface SearchToConclude {
  readonly problem: ProblemRecord;
  readonly range: CulpritRangeRecord;
  readonly searchId: number;
  readonly now: Date;
}

/** Ends a locked search in the caller's transaction if its runs settle it, or no further run would. */
export async function concludeCulpritSearch(
  tx: DatabaseHandle,
  { problem, range, searchId, now }: SearchToConclude,
): Promise<boolean> {
  const step = assessCulprit(problem, range)?.search.step;
  if (step === undefined || step.kind === 'run') return false;
  const culprit = step.kind === 'culprit' ? (range.changes[step.change] ?? null) : null;
  return endCulpritSearch(tx, {
    projectId: problem.projectId,
    problemId: problem.id,
    searchId,
    now,
    culpritChangeId: culprit?.id ?? null,
    unavailable: null,
  });
}
