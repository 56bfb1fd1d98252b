import { chanceOfFailure, type FailureRate, type Likelihood, likelihoodOf } from './beta-counts.js';

/** A run of the test or job at a revision of the range. */
export interface RangeRun {
  /** How many of the range's changes it contains: 0 is the last pass before, all of them the first failure. */
  readonly position: number;
  readonly hasPassed: boolean;
}

/** The changes between a pass and a later failure, and what has run there. */
export interface CulpritRange {
  /** How likely each change is to be the culprit compared with the others, oldest first. */
  readonly weights: readonly number[];
  /** In the order in which they ended; the first failure, which began the search, is one of them. */
  readonly runs: readonly RangeRun[];
  /** How often the test or job failed on good revisions before. */
  readonly history: FailureRate;
  /** Revisions that cannot be tested, by position. */
  readonly untestable: ReadonlySet<number>;
  /** Revisions that are easier to run than others, by position. */
  readonly preferred?: ReadonlySet<number>;
}

export interface CulpritBelief {
  /** How likely each change is the culprit, in the order of the weights. */
  readonly changes: Float64Array;
  /** How likely no change is: the test is flaky, or the machine failed. */
  readonly none: number;
}

/** Of failures that pass and fail around them, about this share has no culprit, in studios as in published studies. */
const NONE = 0.3;
/** Of those, the rest are failures of machines: they happen once, and say nothing about the test. */
const NONE_FLAKY = 0.5;
/** Before its own runs: nearly all tests pass on good code. */
const USUAL_FLAKES: FailureRate = { failures: 0.15, passes: 8 };
/** Most breaks let no run pass, others many. */
const BROKEN = [
  [0.97, { failures: 40, passes: 0.2 }],
  [0.03, { failures: 3, passes: 1 }],
] as const;

interface Evidence {
  readonly failedBefore: Float64Array;
  readonly passedBefore: Float64Array;
  readonly failed: number;
  readonly passed: number;
  readonly good: Likelihood;
  readonly broken: Likelihood;
}

const at = (values: Float64Array, index: number) => values[index] as number;

/** Counts the runs below each position, so that every change is weighed in constant time. */
function countRuns(range: CulpritRange): Evidence {
  const { weights, runs } = range;
  const failedBefore = new Float64Array(weights.length + 2);
  const passedBefore = new Float64Array(weights.length + 2);
  for (const { position, hasPassed } of runs) {
    const counts = hasPassed ? passedBefore : failedBefore;
    counts[position + 1] = at(counts, position + 1) + 1;
  }
  for (const counts of [failedBefore, passedBefore])
    for (let index = 1; index < counts.length; index += 1)
      counts[index] = at(counts, index) + at(counts, index - 1);
  const all = weights.length + 1;
  return {
    failedBefore,
    passedBefore,
    failed: at(failedBefore, all),
    passed: at(passedBefore, all),
    good: likelihoodOf([[1, goodRate(range)]], runs.length),
    broken: likelihoodOf(BROKEN, runs.length),
  };
}

function goodRate({ history }: CulpritRange): FailureRate {
  return {
    failures: USUAL_FLAKES.failures + history.failures,
    passes: USUAL_FLAKES.passes + history.passes,
  };
}

/** A belief in each way in which the range can have come about; those of change i are at i, then flaky, then machine. */
function weigh(range: CulpritRange, evidence: Evidence): Float64Array {
  const { weights } = range;
  const { failedBefore, passedBefore, failed, passed, good, broken } = evidence;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const beliefs = new Float64Array(weights.length + 2);
  for (const [index, weight] of weights.entries()) {
    // Change i is in the revisions at position i + 1 and after it.
    const [failedGood, passedGood] = [at(failedBefore, index + 1), at(passedBefore, index + 1)];
    beliefs[index] =
      Math.log(((1 - NONE) * weight) / total) +
      good(failedGood, passedGood) +
      broken(failed - failedGood, passed - passedGood);
  }
  beliefs[weights.length] = Math.log(NONE * NONE_FLAKY) + good(failed, passed);
  beliefs[weights.length + 1] = Math.log(NONE * (1 - NONE_FLAKY)) + good(Math.max(0, failed - 1), passed);
  const highest = beliefs.reduce((highest, belief) => Math.max(highest, belief), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (const [index, belief] of beliefs.entries()) {
    beliefs[index] = Math.exp(belief - highest);
    sum += at(beliefs, index);
  }
  return beliefs.map((belief) => belief / sum);
}

function split(beliefs: Float64Array, changes: number): CulpritBelief {
  return { changes: beliefs.slice(0, changes), none: at(beliefs, changes) + at(beliefs, changes + 1) };
}

const entropy = (chance: number) =>
  chance <= 0 || chance >= 1 ? 0 : -chance * Math.log2(chance) - (1 - chance) * Math.log2(1 - chance);

/** The testable position whose next run is expected to tell most, and how many bits; null if none is left. */
function bestPosition(range: CulpritRange, beliefs: Float64Array, evidence: Evidence) {
  const { weights, untestable } = range;
  const count = weights.length;
  const { failedBefore, passedBefore, failed, passed, good, broken } = evidence;
  const ifGood = new Float64Array(count);
  const ifBroken = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const [failedGood, passedGood] = [at(failedBefore, index + 1), at(passedBefore, index + 1)];
    ifGood[index] = chanceOfFailure(good, failedGood, passedGood);
    ifBroken[index] = chanceOfFailure(broken, failed - failedGood, passed - passedGood);
  }
  const flaky = chanceOfFailure(good, failed, passed);
  const machine = chanceOfFailure(good, Math.max(0, failed - 1), passed);
  // At position 0 every change is still to come; each step to the right includes one more.
  let chance = at(beliefs, count) * flaky + at(beliefs, count + 1) * machine;
  let known = at(beliefs, count) * entropy(flaky) + at(beliefs, count + 1) * entropy(machine);
  for (let index = 0; index < count; index += 1) {
    chance += at(beliefs, index) * at(ifGood, index);
    known += at(beliefs, index) * entropy(at(ifGood, index));
  }
  const gains = new Float64Array(count + 1);
  for (let position = 0; position <= count; position += 1) {
    if (position > 0) {
      const belief = at(beliefs, position - 1);
      const [before, after] = [at(ifGood, position - 1), at(ifBroken, position - 1)];
      chance += belief * (after - before);
      known += belief * (entropy(after) - entropy(before));
    }
    gains[position] = untestable.has(position) ? 0 : entropy(chance) - known;
  }
  return mostTelling(gains, range.preferred);
}

/** A preferred revision is run instead of the best one if it tells at least this share of it. */
const NEARLY_AS_MUCH = 0.8;

function mostTelling(gains: Float64Array, preferred: ReadonlySet<number> = new Set()) {
  const bits = gains.reduce((most, gain) => Math.max(most, gain), 0);
  if (bits === 0) return null;
  const nearly = [...preferred].filter((position) => (gains[position] ?? 0) >= NEARLY_AS_MUCH * bits);
  if (nearly.length === 0) return { position: gains.indexOf(bits), bits };
  const position = nearly.reduce((best, each) => (at(gains, each) > at(gains, best) ? each : best));
  return { position, bits: at(gains, position) };
}

/** Where a search is, and how it goes on. */
export type CulpritStep =
  | {
      readonly kind: 'run';
      readonly position: number;
      /** Once a change is all but certain: the runs that are still missing as its proof, which may go side by side. */
      readonly missing: readonly number[];
    }
  /** The change is the culprit: its revision failed, and the one before it passed, after it was suspected. */
  | { readonly kind: 'culprit'; readonly change: number }
  /** The culprit is one of these changes, of which no revision in between can be tested. */
  | { readonly kind: 'among'; readonly changes: readonly number[] }
  | { readonly kind: 'no_culprit' }
  /** The runs allowed do not settle it. */
  | { readonly kind: 'unsettled' };

export interface CulpritSearch extends CulpritBelief {
  readonly step: CulpritStep;
}

const CERTAIN = 0.99;
/** A run that tells less than this is not worth its time. */
const LEAST_BITS = 0.0005;

/** The changes that no testable revision separates from a change, itself included. */
function inseparable({ weights, untestable }: CulpritRange, change: number): number[] {
  let [first, last] = [change, change];
  while (first > 0 && untestable.has(first)) first -= 1;
  while (last < weights.length - 1 && untestable.has(last + 1)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** How often a suspected change's parent must have passed: one pass may be a break that does not always show. */
const PARENT_PASSES = 2;

/** The runs of a suspected change's parent and of itself that are missing to bear the suspicion out. */
function missingRuns({ runs }: CulpritRange, parent: number, culprit: number): number[] {
  const newest = (position: number, count: number) =>
    runs.filter((run) => run.position === position).slice(-count);
  const failedAt = newest(parent, PARENT_PASSES).findLastIndex(({ hasPassed }) => !hasPassed);
  const passes = newest(parent, PARENT_PASSES).length - failedAt - 1;
  const hasFailed = newest(culprit, 1).some(({ hasPassed }) => !hasPassed);
  return [...Array.from({ length: PARENT_PASSES - passes }, () => parent), ...(hasFailed ? [] : [culprit])];
}

/**
 * Weighs every change of a range by all runs in it, and says which revision to run next. A pass makes the changes in it
 * unlikely, a failure those after it, both as much as the test's flakiness leaves room for; `runsLeft` is how many more
 * runs may be asked for.
 */
export function searchCulprit(range: CulpritRange, runsLeft: number): CulpritSearch {
  const evidence = countRuns(range);
  const beliefs = weigh(range, evidence);
  const belief = split(beliefs, range.weights.length);
  return { ...belief, step: nextStep(range, { beliefs, belief, evidence, runsLeft }) };
}

interface Weighed {
  readonly beliefs: Float64Array;
  readonly belief: CulpritBelief;
  readonly evidence: Evidence;
  readonly runsLeft: number;
}

function nextStep(range: CulpritRange, { beliefs, belief, evidence, runsLeft }: Weighed): CulpritStep {
  if (belief.none >= CERTAIN) return { kind: 'no_culprit' };
  const likeliest = belief.changes.indexOf(Math.max(...belief.changes));
  const group = inseparable(range, likeliest);
  const [first = likeliest, last = likeliest] = [group[0], group.at(-1)];
  const chance = group.reduce((sum, change) => sum + at(belief.changes, change), 0);
  if (chance >= CERTAIN) {
    const missing = missingRuns(range, first, last + 1);
    const position = missing[0];
    if (position === undefined)
      return group.length === 1 ? { kind: 'culprit', change: likeliest } : { kind: 'among', changes: group };
    if (runsLeft > 0 && !missing.some((each) => range.untestable.has(each)))
      return { kind: 'run', position, missing };
  }
  const best = runsLeft > 0 ? bestPosition(range, beliefs, evidence) : null;
  return best === null || best.bits < LEAST_BITS
    ? { kind: 'unsettled' }
    : { kind: 'run', position: best.position, missing: [] };
}
