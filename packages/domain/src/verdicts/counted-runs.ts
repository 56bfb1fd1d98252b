import { branchOf, hasFailure, isCounted, type TestRun } from './test-run.js';

/**
 * The counted runs in the order of their revisions. Without positions, only reruns of revisions that failed are moved:
 * others say the same wherever they stand.
 */
export function countedRuns(history: readonly TestRun[]): readonly TestRun[] {
  const runs = history.filter(isCounted);
  if (runs.some(({ at }, index) => at < (runs[index - 1]?.at ?? 0))) runs.sort((a, b) => a.at - b.at);
  const places = runs.every(({ order }) => order !== null) ? placesByOrder(runs) : placesByRevision(runs);
  if (places.every((place, index) => place === index)) return runs;
  return runs
    .map((run, index) => ({ run, place: places[index] ?? index, order: run.order ?? 0 }))
    .sort((a, b) => a.place - b.place || a.order - b.order)
    .map(({ run }) => run);
}

/** A run of an older revision stands before the first run that its branch had of a newer one. */
function placesByOrder(runs: readonly TestRun[]): number[] {
  const newest = new Map<string, number>();
  return runs.map((run, index) => {
    const branch = branchOf(run);
    const order = run.order ?? 0;
    if (order < (newest.get(branch) ?? order))
      return runs.findIndex((other) => branchOf(other) === branch && (other.order ?? 0) >= order);
    newest.set(branch, order);
    return index;
  });
}

/** A later run of a revision that failed stands beside the first run that its branch had of it. */
function placesByRevision(runs: readonly TestRun[]): number[] {
  const failed = new Set(runs.filter(hasFailure).map(({ revision }) => revision));
  const places = new Map<string, number>();
  return runs.map((run, index) => {
    if (failed.size === 0 || !failed.has(run.revision)) return index;
    const key = `${branchOf(run)}\n${run.revision}`;
    const place = places.get(key) ?? index;
    places.set(key, place);
    return place;
  });
}
