/**
 * Learns the weights of features. The probability of a line is proportional to the exponential of its score, and the
 * labeled lines of a log together should be as probable as possible. Uses plain gradient descent from a fixed start,
 * with arithmetic that is the same on every machine, so that the same features always give the same weights.
 */
import { exp } from './exp.mjs';

/** All of these are set by hand. */
export const RANKER = {
  rounds: 120,
  rate: 0.05,
  /** The evidence needed to move a weight away from its start. A form occurs in few repositories, so it needs more. */
  resistance: 0.01,
  resistanceOfForms: 0.03,
  startOfPrior: 1.5,
};

/**
 * Learns from examples with a `repository`, the log's `weight`, and `candidates`. A candidate has its feature numbers
 * in `at`, their `values`, and `isRight`.
 */
export function learn(examples, names) {
  const start = Float64Array.from(names, (name) => (name === 'prior' ? RANKER.startOfPrior : 0));
  const resistance = Float64Array.from(names, (name) =>
    name.startsWith('form:') ? RANKER.resistanceOfForms : RANKER.resistance,
  );
  const state = { weights: start.slice(), mean: start.map(() => 0), square: start.map(() => 0), fading: [1, 1] };
  const used = examples.filter(isInstructive);
  const shares = sharesOf(used);
  const packed = used.map(packCandidates);
  for (let round = 1; round <= RANKER.rounds; round += 1) {
    const slope = state.weights.map((weight, at) => resistance[at] * (weight - start[at]));
    for (const [at, candidates] of packed.entries()) addSlope(slope, candidates, state.weights, shares[at]);
    move(state, slope, round);
  }
  return state.weights;
}

/** Whether some candidates are right and some are wrong. Other logs teach nothing. */
export function isInstructive({ candidates }) {
  return new Set(candidates.map(({ isRight }) => isRight)).size === 2;
}

/** A repository counts as the square root of its number of logs. */
function sharesOf(examples) {
  const sizes = new Map();
  for (const { repository } of examples) sizes.set(repository, (sizes.get(repository) ?? 0) + 1);
  const weights = examples.map(({ repository, weight }) => weight / Math.sqrt(sizes.get(repository)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Packs the features of all candidates into one array, because learning goes through them many times. */
function packCandidates({ candidates }) {
  const ends = [];
  for (const { at } of candidates) ends.push((ends.at(-1) ?? 0) + at.length);
  return {
    ends,
    at: Int32Array.from(candidates.flatMap((candidate) => [...candidate.at])),
    values: Float64Array.from(candidates.flatMap((candidate) => [...candidate.values])),
    isRight: candidates.map((candidate) => candidate.isRight),
    powers: new Float64Array(ends.length),
  };
}

function addSlope(slope, candidates, weights, share) {
  const { ends, at, values, isRight, powers } = candidates;
  const { all, right } = raise(candidates, weights);
  let index = 0;
  for (let candidate = 0; candidate < ends.length; candidate += 1) {
    const pull = share * powers[candidate] * (1 / all - (isRight[candidate] ? 1 / right : 0));
    for (; index < ends[candidate]; index += 1) slope[at[index]] += pull * values[index];
  }
}

/** Computes each candidate's power, and the sums over all candidates and over the right ones. */
function raise({ ends, at, values, isRight, powers }, weights) {
  let top = Number.NEGATIVE_INFINITY;
  let index = 0;
  for (let candidate = 0; candidate < ends.length; candidate += 1) {
    let score = 0;
    for (; index < ends[candidate]; index += 1) score += weights[at[index]] * values[index];
    powers[candidate] = score;
    if (score > top) top = score;
  }
  let all = 0;
  let right = Number.MIN_VALUE;
  for (let candidate = 0; candidate < ends.length; candidate += 1) {
    powers[candidate] = exp(powers[candidate] - top);
    all += powers[candidate];
    if (isRight[candidate]) right += powers[candidate];
  }
  return { all, right };
}

function move({ weights, mean, square, fading }, slope, round) {
  const rate = RANKER.rate * (1 - (0.9 * round) / RANKER.rounds);
  fading[0] *= 0.9;
  fading[1] *= 0.98;
  for (let at = 0; at < slope.length; at += 1) {
    const value = slope[at];
    mean[at] = 0.9 * mean[at] + 0.1 * value;
    square[at] = 0.98 * square[at] + 0.02 * value * value;
    weights[at] -= (rate * mean[at]) / (1 - fading[0]) / (Math.sqrt(square[at] / (1 - fading[1])) + 1e-8);
  }
}
