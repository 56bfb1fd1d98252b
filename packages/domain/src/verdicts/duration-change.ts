import { hasFailure, type TestRun } from './test-run.js';

/** A lasting change of how long a test usually takes. */
export interface DurationChange {
  /** The first run that took the new time. */
  readonly at: number;
  readonly revision: string;
  readonly beforeMs: number;
  readonly afterMs: number;
}

const MAX_RUNS = 200;
const MIN_RUNS_BEFORE = 10;
const MIN_RUNS_AFTER = 8;
/** Smaller changes are of no interest to anyone. */
const MIN_RATIO = 1.5;
const MIN_EXTRA_MS = 100;
/** How many times its usual spread a test must be slower. */
const MIN_SPREADS = 2.5;
/** The spread of a normal distribution by its median absolute deviation. */
const SPREAD_PER_MAD = 1.4826;
/** In standard errors of the rank sum, at the best of all splits. */
const MIN_RANK_SCORE = 4.5;

/** When the test became slower for good; null if it did not. Only runs without a failure tell how long a test takes. */
export function findSlowdown(runs: readonly TestRun[]): DurationChange | null {
  const timed = runs.slice(-MAX_RUNS).filter((run) => (run.durationMs ?? 0) > 0 && !hasFailure(run));
  if (timed.length < MIN_RUNS_BEFORE + MIN_RUNS_AFTER || !mayBeSlower(timed)) return null;
  const logs = timed.map(({ durationMs }) => Math.log(durationMs ?? 1));
  const split = findSplit(logs);
  if (split < 0) return null;
  const before = medianOf(logs.slice(0, split));
  const after = medianOf(logs.slice(split));
  const newest = medianOf(logs.slice(-MIN_RUNS_AFTER));
  const deviations = logs.map((log, index) => Math.abs(log - (index < split ? before : after)));
  const spread = medianOf(deviations) * SPREAD_PER_MAD;
  const leastShift = Math.max(Math.log(MIN_RATIO), spread * MIN_SPREADS);
  const [beforeMs, afterMs] = [Math.exp(before), Math.exp(after)];
  if (Math.min(after, newest) - before < leastShift || afterMs - beforeMs < MIN_EXTRA_MS) return null;
  const start = placeSplit(logs, (before + after) / 2);
  const first = timed[start];
  if (first === undefined || timed.length - start < MIN_RUNS_AFTER) return null;
  return { at: first.at, revision: first.revision, beforeMs, afterMs };
}

/** Spares most tests the search. */
function mayBeSlower(timed: readonly TestRun[]): boolean {
  const newest = medianOf(timed.slice(-MIN_RUNS_AFTER).map(({ durationMs }) => durationMs ?? 0));
  const faster = timed.filter(({ durationMs }) => (durationMs ?? 0) * MIN_RATIO <= newest);
  return faster.length >= MIN_RUNS_BEFORE / 2;
}

/** The index at which the later values outrank the earlier ones most clearly; -1 if they do not anywhere. */
function findSplit(values: readonly number[]): number {
  const count = values.length;
  const ranks = ranksOf(values);
  let best = -1;
  let bestScore = MIN_RANK_SCORE;
  let rankSum = 0;
  for (let after = 1; after <= count - MIN_RUNS_BEFORE; after += 1) {
    rankSum += ranks[count - after] ?? 0;
    if (after < MIN_RUNS_AFTER) continue;
    const expected = (after * (count + 1)) / 2;
    const deviation = Math.sqrt((after * (count - after) * (count + 1)) / 12);
    const score = (rankSum - expected) / deviation;
    if (score <= bestScore) continue;
    bestScore = score;
    best = count - after;
  }
  return best;
}

/** The index from which values are greater than the limit, with the fewest values on the wrong side. */
function placeSplit(values: readonly number[], limit: number): number {
  let best = 0;
  let [balance, leastBalance] = [0, 0];
  for (const [index, value] of values.entries()) {
    balance += value > limit ? 1 : -1;
    if (balance > leastBalance) continue;
    leastBalance = balance;
    best = index + 1;
  }
  return best;
}

/** The place of each value among all values, from 1; equal values share their mean place. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return values.map((value) => (placeIn(sorted, value, false) + placeIn(sorted, value, true) + 1) / 2);
}

/** How many of the sorted values are less, or not greater. */
function placeIn(sorted: Float64Array, value: number, includesEqual: boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const other = sorted[middle] ?? 0;
    if (other < value || (includesEqual && other === value)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
