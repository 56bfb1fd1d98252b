import type { Candidate, Setting } from './candidates.js';
import { maskLine } from './lines.js';
import { WEIGHT } from './matcher.js';
import type { Outcome } from './outcome.js';
import type { Ranked } from './rank.js';
import { CONFIDENCE, SUPPORT } from './weights.js';

/** Lines closer than this belong to the same report. */
const SAME_REPORT_LINES = 5;
/** The highest confidence if the log looks like a passing build's. */
const MAX_WHEN_PASSING = 0.3;
/** The highest confidence for a fallback line in a log that does not report a failure. */
const MAX_FALLBACK = 0.4;
/** The highest confidence for a vague form in a log that does not report a failure, and for anything less than SURE. */
const UNPROVEN = 0.79;
/** A confidence of 0.8 or more is read as certain, so it is reported only if the learned one is at least this high. */
const SURE = 0.9;
const LOWEST = 0.05;
const HIGHEST = 0.95;

/** The share of findings like this one that name the cause, from 0 to 1. */
export function confidenceOf(
  ranked: readonly [Ranked, ...Ranked[]],
  { outcome, lines }: Setting,
  record?: TrackRecord,
): number {
  const [key] = ranked;
  const inputs = confidenceInputs(ranked, outcome, {
    textOf: ({ index }) => maskLine(lines[index]?.text ?? ''),
    supportOf: (form) => SUPPORT.get(form) ?? 0,
  });
  const [start = 0, ...weights] = CONFIDENCE;
  const sum = weights.reduce((total, weight, at) => total + weight * (inputs[at] ?? 0), start);
  const learned = 1 / (1 + Math.exp(-sum));
  const adjusted = adjustedConfidence(learned, record);
  return Math.round(boundedConfidence(adjusted, limitOf(key, outcome)) * 100) / 100;
}

/** A learned confidence within its bounds. */
export function boundedConfidence(learned: number, limit: number): number {
  const said = learned < SURE ? Math.min(UNPROVEN, learned) : learned;
  return Math.min(limit, Math.max(LOWEST, said));
}

/** The highest confidence the log allows. */
export function limitOf({ hits, familiar }: Ranked, { verdict }: Outcome): number {
  if (verdict === 'passed' || familiar === true) return MAX_WHEN_PASSING;
  if (verdict !== 'failed' && hits[0].matcher.weight <= WEIGHT.word) return MAX_FALLBACK;
  return verdict === 'failed' && hits[0].matcher.weight >= WEIGHT.tool ? HIGHEST : UNPROVEN;
}

/** The fields of a ranked line that confidence depends on. */
type Judged = Pick<Ranked, 'share' | 'index' | 'prior' | 'inFailedStep' | 'heading'> & {
  readonly hits: readonly [
    { readonly matcher: Pick<Candidate['hits'][0]['matcher'], 'id' | 'weight'> },
    ...unknown[],
  ];
};

interface Judging<Line> {
  /** The text without what varies between builds. */
  textOf(line: Line): string;
  /** In how many of the projects that the weights were learned from a form occurs: common ones say less. */
  supportOf(form: string): number;
}

/**
 * The numbers that confidence is learned from: how likely the line's report and the next most likely report are, how
 * much the line's form explains, whether the log says where it failed, how common the form is, and whether
 * the points set by hand lead to the same report.
 */
export function confidenceInputs<Line extends Judged>(
  ranked: readonly [Line, ...Line[]],
  { verdict }: Pick<Outcome, 'verdict'>,
  { textOf, supportOf }: Judging<Line>,
): number[] {
  const [key] = ranked;
  const text = textOf(key);
  const isSame = (line: Line) => Math.abs(line.index - key.index) <= SAME_REPORT_LINES || textOf(line) === text;
  let share = 0;
  let rival = 0;
  let favorite = key;
  for (const line of ranked) {
    if (line.prior > favorite.prior) favorite = line;
    if (isSame(line)) share += line.share;
    else rival = Math.max(rival, line.share);
  }
  const { id, weight } = key.hits[0].matcher;
  return [
    logOdds(share),
    logOdds(rival),
    weight < WEIGHT.tool ? 1 : 0,
    weight >= WEIGHT.decisive ? 1 : 0,
    key.inFailedStep ? 1 : 0,
    verdict === 'failed' ? 1 : 0,
    Math.log2(ranked.length) / 3,
    key.heading ? 1 : 0,
    Math.log2(1 + supportOf(id)) / 3,
    isSame(favorite) ? 1 : 0,
  ];
}

/** The logarithm of the odds of a share, bounded. */
export function logOdds(share: number): number {
  const bounded = Math.min(0.995, Math.max(0.005, share));
  return Math.log(bounded / (1 - bounded));
}

/** How often people confirmed findings of a category, out of those they judged. */
export interface TrackRecord {
  readonly confirmed: number;
  readonly judged: number;
  /** The mean confidence of the judged findings. */
  readonly said: number;
}

/** The weight of the engine's own confidence: as much as this many verdicts. */
const PRIOR_VERDICTS = 10;

/**
 * A confidence that has learned from a project's verdicts. The share of findings that are right has a Beta distribution,
 * which starts at what they said of themselves; each finding's odds change as much as those of its category.
 */
export function adjustedConfidence(confidence: number, record: TrackRecord | undefined): number {
  if (record === undefined) return confidence;
  const { confirmed, judged, said } = record;
  const right = (PRIOR_VERDICTS * said + confirmed) / (PRIOR_VERDICTS + judged);
  return 1 / (1 + Math.exp(-(logOdds(confidence) + logOdds(right) - logOdds(said))));
}
