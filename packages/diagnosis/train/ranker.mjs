/**
 * Learns the weights of features: the probability of a line is proportional to the exponential of its score, and the
 * labelled lines of a log together should be as probable as possible. Plain gradient descent from a fixed start, so
 * that the same logs always give the same weights.
 */
import { messageFirst } from '../dist/message-line.js';

const ROUNDS = 120;
const RATE = 0.05;
/** Evidence needed to move a weight away from its start. A form is seen in few repositories, so it needs more. */
const RESISTANCE = { form: 0.03, other: 0.01 };
const START = new Map([['prior', 1.5]]);
/** Sources with few logs and few candidates for a repository count more. */
const SOURCE_WEIGHT = new Map([
  ['infra', 2],
  ['logdx', 2],
]);

export function learn(examples, names) {
  const start = Float64Array.from(names, (name) => START.get(name) ?? 0);
  const resistance = Float64Array.from(names, (name) =>
    name.startsWith('form:') ? RESISTANCE.form : RESISTANCE.other,
  );
  const state = { weights: Float64Array.from(start), mean: start.map(() => 0), square: start.map(() => 0) };
  const used = examples.filter(({ candidates }) => new Set(candidates.map(({ isRight }) => isRight)).size === 2);
  const shares = sharesOf(used);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = state.weights.map((weight, at) => resistance[at] * (weight - start[at]));
    for (const [at, { candidates }] of used.entries()) addSlope(slope, candidates, state.weights, shares[at]);
    move(state, slope, round);
  }
  return state.weights;
}

/** A repository counts with the square root of its number of logs. */
function sharesOf(examples) {
  const sizes = new Map();
  for (const { repository } of examples) sizes.set(repository, (sizes.get(repository) ?? 0) + 1);
  const weights = examples.map(
    ({ repository, source }) => (SOURCE_WEIGHT.get(source) ?? 1) / Math.sqrt(sizes.get(repository)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function addSlope(slope, candidates, weights, share) {
  let top = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    candidate.power = scoreOf(candidate, weights);
    top = Math.max(top, candidate.power);
  }
  let all = 0;
  let right = Number.MIN_VALUE;
  for (const candidate of candidates) {
    candidate.power = Math.exp(candidate.power - top);
    all += candidate.power;
    if (candidate.isRight) right += candidate.power;
  }
  for (const { at, values, isRight, power } of candidates) {
    const pull = share * power * (1 / all - (isRight ? 1 / right : 0));
    for (let index = 0; index < at.length; index += 1) slope[at[index]] += pull * values[index];
  }
}

function move({ weights, mean, square }, slope, round) {
  const rate = RATE * (1 - (0.9 * round) / ROUNDS);
  const warmMean = 1 - 0.9 ** round;
  const warmSquare = 1 - 0.98 ** round;
  for (let at = 0; at < slope.length; at += 1) {
    const value = slope[at];
    mean[at] = 0.9 * mean[at] + 0.1 * value;
    square[at] = 0.98 * square[at] + 0.02 * value * value;
    weights[at] -= (rate * mean[at]) / warmMean / (Math.sqrt(square[at] / warmSquare) + 1e-8);
  }
}

function scoreOf({ at, values }, weights) {
  let score = 0;
  for (let index = 0; index < at.length; index += 1) score += weights[at[index]] * values[index];
  return score;
}

/** The candidates with score and share, the likeliest first. */
function ranked({ candidates }, weights) {
  const scored = candidates.map((candidate) => ({ ...candidate, score: scoreOf(candidate, weights) }));
  scored.sort((a, b) => b.score - a.score || a.number - b.number);
  const top = scored[0]?.score ?? 0;
  const sum = scored.reduce((total, { score }) => total + Math.exp(score - top), 0);
  return scored.map((candidate) => ({ ...candidate, share: Math.exp(candidate.score - top) / sum }));
}

/** Ranks the lines of every log with weights learned without its repository. */
export function rankLinesHeldOut(examples, names, parts) {
  const answers = rankHeldOut(examples, names, parts);
  return new Map([...answers].map(([example, lines]) => [example, messageFirst(lines, example.lines)]));
}

/**
 * Ranks the candidates of every example with weights learned without its repository. Examples without labels teach
 * nothing.
 */
export function rankHeldOut(examples, names, parts) {
  const labelled = examples.filter(({ isLabelled }) => isLabelled);
  const repositories = [...new Set(labelled.map(({ repository }) => repository))].sort();
  const partOf = new Map(
    repositories.map((repository, at) => [repository, at % Math.min(parts, repositories.length)]),
  );
  const answers = new Map();
  for (const part of new Set(examples.map(({ repository }) => partOf.get(repository)))) {
    const isHeldOut = ({ repository }) => partOf.get(repository) === part;
    const weights = learn(
      labelled.filter((example) => !isHeldOut(example)),
      names,
    );
    for (const example of examples.filter(isHeldOut)) answers.set(example, ranked(example, weights));
  }
  return answers;
}
