import { maskLine } from './baseline.js';
import type { Outcome } from './outcome.js';
import type { Candidate, Setting } from './rank.js';

/** Lines closer than this belong to the same report. */
const SAME_REPORT_LINES = 12;
const CLEAR_LEAD = 30;
const NARROW_LEAD = 8;

/** The highest confidence when the log looks like that of a passing build. */
const AGAINST = 0.3;

// Measured on labelled logs: how often findings of a form, at a place, with a lead over the next were the cause.
const BY_WEIGHT: readonly (readonly [number, number])[] = [
  [84, 0.6],
  [75, 0.54],
  [60, 0.48],
  [45, 0.34],
  [0, 0.18],
];
const IN_FAILED_STEP = 0.2;
const FAILED_SOMEWHERE = 0.14;
const OTHER_STEP_FAILED = -0.1;
const REPEATED = -0.12;

/** The share of findings like this one that name the cause, from 0 to 1. */
export function confidenceOf(
  [key, ...others]: readonly [Candidate, ...Candidate[]],
  { outcome, lines }: Setting,
): number {
  const [{ matcher }] = key.hits;
  let confidence = BY_WEIGHT.find(([weight]) => matcher.weight >= weight)?.[1] ?? 0;
  confidence += placeShare(key, outcome) + leadShare(key, others);
  if (failedBefore(key, others, lines)) confidence += REPEATED;
  if (outcome.verdict === 'passed' || key.familiar === true) confidence = Math.min(confidence, AGAINST);
  return Math.round(Math.min(0.95, Math.max(0.05, confidence)) * 100) / 100;
}

/** Whether the step was retried and failed in the same way, so that the relevant attempt is unknown. */
function failedBefore(key: Candidate, others: readonly Candidate[], lines: Setting['lines']): boolean {
  if (!key.inFailedStep) return false;
  const text = maskLine(lines[key.index]?.text ?? '');
  return others.some(
    ({ hits: [best], index, inFailedStep }) =>
      !inFailedStep &&
      index < key.index &&
      best.matcher === key.hits[0].matcher &&
      maskLine(lines[index]?.text ?? '') === text,
  );
}

function placeShare({ inFailedStep }: Candidate, { failed, verdict }: Outcome): number {
  if (inFailedStep) return IN_FAILED_STEP;
  if (failed.length > 0) return OTHER_STEP_FAILED;
  return verdict === 'failed' ? FAILED_SOMEWHERE : 0;
}

/** A finding is more certain the larger its lead over the next one of another kind. */
function leadShare(key: Candidate, others: readonly Candidate[]): number {
  const rival = others.find(
    (other) =>
      Math.abs(other.index - key.index) > SAME_REPORT_LINES && other.hits[0].matcher !== key.hits[0].matcher,
  );
  const lead = key.score - (rival?.score ?? 0);
  if (lead >= CLEAR_LEAD) return 0.1;
  return lead < NARROW_LEAD ? -0.1 : -0.02;
}
