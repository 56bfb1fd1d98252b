/** Learns how certain an answer is: a logistic curve over a few numbers. Its settings are chosen by hand. */
import { exp } from './exp.mjs';

const ROUNDS = 3000;
const RATE = 0.3;
const RESISTANCE = 0.003;

/** Learns from rows with `inputs`, the first of which is 1, and `isRight`, which is 1 or 0. */
export function learnCurve(rows) {
  const weights = new Array(rows[0].inputs.length).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((value, at) => (at === 0 ? 0 : RESISTANCE * value));
    for (const { inputs, isRight } of rows) {
      const excess = (curveAt(inputs, weights) - isRight) / rows.length;
      for (let at = 0; at < slope.length; at += 1) slope[at] += excess * inputs[at];
    }
    for (let at = 0; at < slope.length; at += 1) weights[at] -= RATE * slope[at];
  }
  return weights;
}

/** The share of right answers among those with these inputs. */
export function curveAt(inputs, weights) {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) sum += inputs[at] * weights[at];
  return 1 / (1 + exp(-sum));
}
