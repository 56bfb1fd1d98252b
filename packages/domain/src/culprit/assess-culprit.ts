import type { SuspectChange } from '../attribution/attribute.js';
import { type FailedPlace, type WeighedChange, weighForProblem } from '../attribution/weigh-changes.js';
import { type CulpritRange, type CulpritSearch, searchCulprit } from './search-culprit.js';

/** What is known about the range of a problem. */
export interface KnownRange extends Omit<CulpritRange, 'weights'> {
  readonly changes: readonly Pick<SuspectChange, 'files'>[];
  /** Whether there are more changes than were read. */
  readonly isCut: boolean;
  /** How many more runs may be asked for. */
  readonly runsLeft: number;
}

export interface AssessedCulprit {
  readonly search: CulpritSearch;
  readonly weighed: readonly WeighedChange[];
}

/** How likely each change of a problem's range is its culprit; null if there are none or too many to search. */
export function assessCulprit(problem: FailedPlace, range: KnownRange): AssessedCulprit | null {
  const { changes, isCut, runsLeft } = range;
  if (isCut || changes.length === 0) return null;
  const weighed = weighForProblem(problem, changes);
  const weights = weighed.map(({ weight }) => weight);
  return { weighed, search: searchCulprit({ ...range, weights }, runsLeft) };
}
