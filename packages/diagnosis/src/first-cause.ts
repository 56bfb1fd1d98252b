import type { InvestigationCategory } from '@slipway/contracts';
import { isNoise } from './candidates.js';
import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import { endsFailed } from './outcome.js';
import type { Ranked } from './rank.js';

/** What keeps a program from being made, so that every later step lacks it. */
const BREAKS: readonly InvestigationCategory[] = ['compile', 'codegen', 'link'];
/** How much less likely than the likeliest line the first error may be. */
const CLOSE = 2;

/** An error whose first lines were cut off ends within these. */
const BEGINNING_LINES = 20;

/** Build tools that go on with other jobs report so that one has failed. */
const FAILED_JOB =
  /^\s{0,4}(?:\d{1,4}>\s{0,4})?Done building project ".{0,200}" -- FAILED|^Command \w{1,60} failed with a nonzero exit code/;
const RETRY = /\bretry|\battempt \d{1,3}\b/i;

/**
 * Moves the first error of a compiler or linker to the front if its command failed before the likeliest line was written.
 * What comes after that is from jobs that ran at the same time, or lacks what the failed command should have made: a later
 * file of several, a step that tests or packs. A failure that was retried is none.
 */
export function firstCause(ranked: readonly Ranked[], lines: readonly LogLine[]): readonly Ranked[] {
  const [key] = ranked;
  if (!key) return ranked;
  const end = firstFailure(lines, key.index);
  if (end === null) return ranked;
  const before = ranked.filter((other) => other.index < end && isBreak(other, key, lines));
  const [first] = before.toSorted((a, b) => a.index - b.index);
  return first === undefined ? ranked : [first, ...ranked.filter(({ index }) => index !== first.index)];
}

/** Whether a job failed where the log begins, and nothing that is left of the log says why. */
export function isAfterLostFailure(ranked: readonly [Ranked, ...Ranked[]], lines: readonly LogLine[]): boolean {
  const [key] = ranked;
  const end = firstFailure(lines, Math.min(key.index, BEGINNING_LINES));
  if (end === null) return false;
  return !ranked.some(({ index, hits: [{ matcher }] }) => index < end && matcher.weight >= WEIGHT.general);
}

function isBreak(candidate: Ranked, key: Ranked, lines: readonly LogLine[]): boolean {
  const {
    hits: [{ matcher }],
    index,
    score,
    familiar,
    inFailedStep,
  } = candidate;
  return (
    matcher.weight >= WEIGHT.decisive &&
    BREAKS.includes(matcher.category) &&
    key.score - score <= CLOSE &&
    inFailedStep === key.inFailedStep &&
    familiar !== true &&
    !isNoise(lines[index]?.text ?? '')
  );
}

/** The index of the first line, before another one, that says that a job has failed; null if it was tried again. */
function firstFailure(lines: readonly LogLine[], before: number): number | null {
  let found: number | null = null;
  for (let index = 0; index < before; index += 1) {
    const text = lines[index]?.text ?? '';
    if (found !== null && RETRY.test(text)) return null;
    if (found === null && (FAILED_JOB.test(text) || endsFailed(text))) found = index;
  }
  return found;
}
