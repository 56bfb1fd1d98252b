/**
 * Learns how sure a finding is from findings about held-out repositories: a logistic curve over a few numbers.
 */
import { boundedConfidence, confidenceInputs, limitOf } from '../dist/confidence.js';

const ROUNDS = 3000;
const RATE = 0.3;
const RESISTANCE = 0.003;

/** One row per log: the numbers that confidence is made from, and whether the finding was right. */
export function confidenceRows(answers) {
  return [...answers].flatMap(([example, ranked]) => {
    if (ranked.length === 0 || !example.isLabelled) return [];
    const inputs = confidenceInputs(ranked, example.outcome, (candidate) => candidate.masked);
    const limit = limitOf(ranked[0], example.outcome);
    return [{ example, inputs: [1, ...inputs], isRight: ranked[0].isRight ? 1 : 0, limit }];
  });
}

export function learnConfidence(rows) {
  const weights = new Array(rows[0].inputs.length).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((value, at) => (at === 0 ? 0 : RESISTANCE * value));
    for (const { inputs, isRight } of rows) {
      const excess = (confidenceWith(inputs, weights) - isRight) / rows.length;
      for (let at = 0; at < slope.length; at += 1) slope[at] += excess * inputs[at];
    }
    for (let at = 0; at < slope.length; at += 1) weights[at] -= RATE * slope[at];
  }
  return weights;
}

function confidenceWith(inputs, weights) {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) sum += inputs[at] * weights[at];
  return 1 / (1 + Math.exp(-sum));
}

/** The confidence of every row, within its bounds, by a curve learned without its repository. */
export function heldOutConfidence(rows, parts) {
  return heldOutCurve(rows, parts).map((row) => ({
    ...row,
    confidence: boundedConfidence(row.learned, row.limit),
  }));
}

/** What a curve gives for every row that was learned without its repository. */
export function heldOutCurve(rows, parts) {
  const repositories = [...new Set(rows.map(({ example }) => example.repository))].sort();
  const partOf = new Map(repositories.map((repository, at) => [repository, at % parts]));
  return [...new Set(partOf.values())].flatMap((part) => {
    const isHeldOut = ({ example }) => partOf.get(example.repository) === part;
    const weights = learnConfidence(rows.filter((row) => !isHeldOut(row)));
    return rows.filter(isHeldOut).map((row) => ({ ...row, learned: confidenceWith(row.inputs, weights) }));
  });
}
