import { contextOf } from './candidate-context.js';
import type { Candidate, Setting } from './candidates.js';
import { describeCandidate } from './features.js';
import { WEIGHTS } from './weights.js';

export interface Ranked extends Candidate {
  /** The sum of its features times their learned weights. */
  readonly score: number;
  /** The probability that this line is the cause, given that one of the candidates is. */
  readonly share: number;
  /** The report's heading, if the line has one that says what failed. */
  readonly heading?: Ranked;
}

/** Ranks candidates by learned weights, likeliest cause first. */
export function rankCandidates(candidates: readonly Candidate[], setting: Setting): Ranked[] {
  const context = contextOf(candidates, setting);
  const scored = candidates.map((candidate) => {
    let score = 0;
    describeCandidate(candidate, context, (name, value) => {
      score += (WEIGHTS.get(name) ?? 0) * value;
    });
    return { ...candidate, score };
  });
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  const top = scored[0]?.score ?? 0;
  const sum = scored.reduce((total, { score }) => total + Math.exp(score - top), 0);
  return scored.map((candidate) => ({ ...candidate, share: Math.exp(candidate.score - top) / sum }));
}
