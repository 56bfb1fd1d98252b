/** Calibrates how certain a finding is, from answers about logs that the weights have not seen. */
import { confidenceInputs, limitOf } from '../dist/confidence.js';

/**
 * One row per log: the numbers that confidence is computed from, and whether the finding was right. `supportOf` says in
 * how many repositories a form occurs.
 */
export function confidenceRows(answers, supportOf) {
  return [...answers].flatMap(([example, ranked]) => {
    if (ranked.length === 0 || !example.isLabelled) return [];
    const inputs = confidenceInputs(ranked, example.outcome, { textOf: ({ masked }) => masked, supportOf });
    const limit = limitOf(ranked[0], example.outcome);
    return [{ example, inputs: [1, ...inputs], isRight: ranked[0].isRight ? 1 : 0, limit }];
  });
}
