/** Calibrates how certain a finding is, from findings about held-out repositories. */
import { boundedConfidence, confidenceInputs, limitOf } from '../dist/confidence.js';
import { heldOutCurve } from './held-out.mjs';

/** One row per log: the numbers that confidence is computed from, and whether the finding was right. */
export function confidenceRows(answers) {
  return [...answers].flatMap(([example, ranked]) => {
    if (ranked.length === 0 || !example.isLabelled) return [];
    const inputs = confidenceInputs(ranked, example.outcome, (candidate) => candidate.masked);
    const limit = limitOf(ranked[0], example.outcome);
    return [{ example, inputs: [1, ...inputs], isRight: ranked[0].isRight ? 1 : 0, limit }];
  });
}

/** The bounded confidence of every row, from a curve learned without the row's repository. */
export function heldOutConfidence(rows, parts) {
  return heldOutCurve(rows, parts).map((row) => ({
    ...row,
    confidence: boundedConfidence(row.learned, row.limit),
  }));
}
