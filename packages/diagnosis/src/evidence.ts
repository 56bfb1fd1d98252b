import { isNoise } from './candidates.js';
import type { CitedLine } from './diagnosis.js';
import { EXIT_STATUS, FRAME } from './line-shape.js';
import { maskLine } from './lines.js';
import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import { shorten } from './wording.js';

const MOST_LINES = 8;
const SHOWN_CHARACTERS = 500;
/** Lines closer than this to a quoted line belong to the same report and are not quoted too. */
const SAME_REPORT_LINES = 4;
/** A line is quoted if its score is at most this far below the best line's. */
const WORTH_SHOWING = 6;

/** `ERROR: Cook failed.`, `1 test(s) failed`, `Finished: FAILURE`: says that something failed, not what. */
const ONLY_FAILED =
  /^Finished: |^\W{0,4}(?:\w{1,40}: )?(?:ERROR|Error|error|FATAL)?:?\s{0,4}[\w()]{1,24}(?: [\w()]{1,24}){0,2} (?:FAILED|failed)[.!]?$/;

/**
 * Quotes the likeliest lines, each from a different place and with a different text: more than the first one only if
 * they are nearly as likely, but at least `least`, if there are as many.
 */
export function citeEvidence(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  least: number,
): CitedLine[] {
  const chosen: LogLine[] = [];
  const [key] = ranked;
  for (const candidate of ranked) {
    const { index, score } = candidate;
    const isDue = chosen.length < least;
    if (chosen.length === MOST_LINES || (!isDue && key.score - score > WORTH_SHOWING)) break;
    const line = lines[index];
    if (!line || (candidate !== key && !isCause(candidate, line.text, key))) continue;
    if (chosen.some(({ number }) => Math.abs(number - line.number) < SAME_REPORT_LINES)) continue;
    const text = maskLine(line.text);
    if (chosen.some((other) => text.includes(maskLine(other.text)))) continue;
    chosen.push(line);
  }
  return chosen.map(citeLine);
}

/** Whether a line may be a separate cause: not the report of another failure, a stack frame or a warning. */
function isCause({ hits: [{ matcher }] }: Ranked, text: string, key: Ranked): boolean {
  // Next to a vague line, any output may be the cause; next to a known error, only another error.
  const least = key.hits[0].matcher.weight < WEIGHT.general ? WEIGHT.wrapper : WEIGHT.word;
  return matcher.weight > least && !isNoise(text) && !FRAME.test(text) && !isReportOfFailure(text);
}

function isReportOfFailure(text: string): boolean {
  return EXIT_STATUS.test(text) || ONLY_FAILED.test(text);
}

/**
 * How many different errors of other forms follow the cause in the same step. Most of them are its consequences. What only
 * reports that something failed does not count.
 */
export function countFollowUps(
  [key, ...others]: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
): number {
  const texts = others.flatMap(({ index, inFailedStep, hits: [{ matcher }] }) => {
    const text = lines[index]?.text ?? '';
    const isLater = index > key.index && inFailedStep === key.inFailedStep;
    const isError = matcher !== key.hits[0].matcher && matcher.weight >= WEIGHT.tool;
    return isLater && isError && !isNoise(text) && !isReportOfFailure(text) ? [maskLine(text)] : [];
  });
  return new Set(texts).size;
}

export function citeLine({ number, text }: LogLine): CitedLine {
  return { line: number, text: shorten(text.trim(), SHOWN_CHARACTERS) };
}
