import type { CulpritRunOutcome } from '@slipway/contracts';
import type { RangeRun } from './search-culprit.js';

/** A run that a search requested, or that somebody reported to it. */
export interface SearchRun {
  /** The commit or changelist that was run. */
  readonly identifier: string;
  readonly outcome: CulpritRunOutcome;
}

export interface SearchedRange {
  /** The identifier of the last pass; empty if it is unknown. */
  readonly base: string;
  /** The identifiers of the changes, oldest first. */
  readonly changes: readonly string[];
  /** Oldest first. */
  readonly runs: readonly SearchRun[];
}

export interface PlacedSearchRuns {
  readonly runs: readonly RangeRun[];
  /** The positions of revisions that cannot be run. */
  readonly untestable: ReadonlySet<number>;
}

/** A run without a build is repeated once. */
const MOST_LOST = 2;

/** The position of a revision that a search may run: 0 is the last pass; null if it is none of the range. */
export function searchedPosition(
  identifier: string,
  { base, changes }: Pick<SearchedRange, 'base' | 'changes'>,
): number | null {
  if (identifier === '') return null;
  const index = changes.indexOf(identifier);
  if (index !== -1) return index + 1;
  return identifier === base ? 0 : null;
}

/** What the runs of a search are evidence of. A revision that could not be run is left out unless another run ended. */
export function placeSearchRuns(range: SearchedRange): PlacedSearchRuns {
  const placed = range.runs.flatMap(({ identifier, outcome }) => {
    const position = searchedPosition(identifier, range);
    return position === null ? [] : [{ position, outcome }];
  });
  const runs = placed.flatMap(({ position, outcome }) =>
    outcome === 'passed' || outcome === 'failed' ? [{ position, hasPassed: outcome === 'passed' }] : [],
  );
  const tested = new Set(runs.map(({ position }) => position));
  const isUntestable = (position: number) => {
    const own = placed.filter((run) => run.position === position);
    const lost = own.filter(({ outcome }) => outcome === 'lost').length;
    return lost >= MOST_LOST || own.some(({ outcome }) => outcome === 'untestable');
  };
  const untestable = new Set(
    placed.flatMap(({ position }) => (!tested.has(position) && isUntestable(position) ? [position] : [])),
  );
  // Without its identifier, nobody can be asked to run it.
  if (range.base === '') untestable.add(0);
  return { runs, untestable };
}
