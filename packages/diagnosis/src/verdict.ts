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
  /** The hash of `line`, once a worker has read it; null before. */
  readonly lineHash: number | null;
}

/**
 * A verdict about the log as it is now: a later report may have brought another one, in which the judged line has
 * another number. Null if the judged line is gone.
 */
export function verdictOn(lines: readonly LogLine[], verdict: Verdict | null): Verdict | null {
  if (verdict === null || verdict.lineHash === null) return verdict;
  const isJudged = ({ text }: LogLine) => hashLine(text) === verdict.lineHash;
  const numbered = lines.find(({ number }) => number === verdict.line);
  const found = numbered && isJudged(numbered) ? numbered : lines.find(isJudged);
  return found === undefined ? null : { ...verdict, line: found.number };
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
