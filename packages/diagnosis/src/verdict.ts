import type { FindingVerdict } from '@slipway/contracts';
import type { Candidate } from './candidates.js';
import { hashLine } from './line-hash.js';
import { type Matcher, WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';

/** What a person said about the finding of this build. */
export interface Verdict {
  readonly verdict: FindingVerdict;
  /** The line that is the cause, according to the person. */
  readonly line: number | null;
  /** The line that the finding named before, if it was wrong. */
  readonly refusedLine: number | null;
}

/** What a verdict teaches about the lines of a job, as hashes. */
export interface Lesson {
  readonly confirmed: { readonly line: number; readonly form: string } | null;
  readonly refused: number | null;
}

const NAMED_BY_A_PERSON: Matcher = {
  id: 'named-by-a-person',
  hints: [],
  pattern: /$^/,
  category: 'unknown',
  weight: WEIGHT.specific,
  message: 'The build failed here',
  advice: 'Follow the message; the lines around it have the details.',
};

/** Moves the line that a person named to the front, whether or not it has the form of an error. */
export function namedFirst(
  ranked: readonly Ranked[],
  lines: readonly LogLine[],
  verdict: Verdict | null,
): readonly Ranked[] {
  const index = lines.findIndex(({ number }) => number === verdict?.line);
  if (verdict?.line == null || index < 0) return ranked;
  const known = ranked.find((line) => line.index === index && line.hits[0].matcher.weight >= WEIGHT.general);
  const [top] = ranked;
  const candidate: Candidate = known ?? {
    index,
    hits: [{ index, matcher: NAMED_BY_A_PERSON, groups: {} }],
    prior: 0,
    familiar: null,
    inFailedStep: false,
  };
  const named: Ranked = { ...candidate, score: top?.score ?? 0, share: 1 };
  return [named, ...ranked.filter((line) => line.index !== index)];
}

export function lessonOf(key: Ranked, lines: readonly LogLine[], verdict: Verdict | null): Lesson | null {
  if (verdict === null) return null;
  const hashAt = (index: number) => hashLine(lines[index]?.text ?? '');
  const refused = lines.findIndex(({ number }) => number === verdict.refusedLine);
  return {
    confirmed: verdict.line === null ? null : { line: hashAt(key.index), form: key.hits[0].matcher.id },
    refused: verdict.refusedLine === null || refused < 0 ? null : hashAt(refused),
  };
}

/** How often people confirmed findings of a category, out of those they judged. */
export interface TrackRecord {
  readonly confirmed: number;
  readonly judged: number;
}

/** The weight of the engine's own confidence: as much as this many verdicts. */
const PRIOR_VERDICTS = 10;

/** A confidence as the mean of a Beta distribution that starts at it and learns from a project's verdicts. */
export function adjustedConfidence(confidence: number, record: TrackRecord | undefined): number {
  if (record === undefined) return confidence;
  const mean = (PRIOR_VERDICTS * confidence + record.confirmed) / (PRIOR_VERDICTS + record.judged);
  return Math.round(mean * 100) / 100;
}
