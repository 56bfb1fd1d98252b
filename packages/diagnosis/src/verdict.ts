import type { FindingVerdict } from '@slipway/contracts';
import type { Candidate } from './candidates.js';
import { hashLine } from './line-hash.js';
import { type Matcher, WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';

/** What a person said about the finding of this build. */
export interface Verdict {
  readonly verdict: FindingVerdict;
  /** The line that is the cause, according to the person; null if none is named. */
  readonly line: number | null;
  /** Its hash, once a worker has read it; null before. */
  readonly lineHash: number | null;
  /** The lines that are not the cause, until a worker has read them. */
  readonly refusedLines: readonly number[];
  readonly refusedHashes: readonly number[];
}

/**
 * A verdict about the log as it is now: a later report may have brought another one, in which the judged line has
 * another number. Null if the judged line is gone.
 */
export function verdictOn(lines: readonly LogLine[], verdict: Verdict | null): Verdict | null {
  if (verdict === null) return null;
  const { line, lineHash } = verdict;
  if (verdict.verdict === 'refused') return lines.some((one) => isRefused(one, verdict)) ? verdict : null;
  if (lineHash === null) return verdict;
  const isJudged = ({ text }: LogLine) => hashLine(text) === lineHash;
  const numbered = lines.find(({ number }) => number === line);
  const found = numbered && isJudged(numbered) ? numbered : lines.find(isJudged);
  return found === undefined ? null : { ...verdict, line: found.number };
}

function isRefused({ number, text }: LogLine, { refusedLines, refusedHashes }: Verdict): boolean {
  return refusedLines.includes(number) || (refusedHashes.length > 0 && refusedHashes.includes(hashLine(text)));
}

/** What a verdict teaches about the lines of a job, as hashes. */
export interface Lesson {
  readonly confirmed: { readonly line: number; readonly form: string } | null;
  readonly refused: readonly number[];
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

/**
 * Moves the line that a person named to the front, whether or not it has the form of an error, and leaves out those that
 * a person refused.
 */
export function rankJudged(
  ranked: readonly Ranked[],
  lines: readonly LogLine[],
  verdict: Verdict | null,
): readonly Ranked[] {
  if (verdict === null) return ranked;
  const index = lines.findIndex(({ number }) => number === verdict.line);
  const rest = ranked.filter((one) => one.index !== index && !isRefused(lines[one.index] as LogLine, verdict));
  if (index < 0) return rest;
  const known = ranked.find((line) => line.index === index && line.hits[0].matcher.weight >= WEIGHT.general);
  const candidate: Candidate = known ?? {
    index,
    hits: [{ index, matcher: NAMED_BY_A_PERSON, groups: {} }],
    prior: 0,
    familiar: null,
    inFailedStep: false,
  };
  return [{ ...candidate, score: ranked[0]?.score ?? 0, share: 1 }, ...rest];
}

export function lessonOf(
  key: Ranked | undefined,
  lines: readonly LogLine[],
  verdict: Verdict | null,
): Lesson | null {
  if (verdict === null) return null;
  const isNamed = key !== undefined && verdict.line !== null;
  const confirmed = isNamed
    ? { line: hashLine(lines[key.index]?.text ?? ''), form: key.hits[0].matcher.id }
    : null;
  const read = lines.filter(({ number }) => verdict.refusedLines.includes(number));
  const refused = new Set([...verdict.refusedHashes, ...read.map(({ text }) => hashLine(text))]);
  return { confirmed, refused: [...refused].filter((hash) => hash !== confirmed?.line) };
}
