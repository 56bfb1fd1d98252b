import { maskLine } from './baseline.js';
import type { CitedLine } from './diagnosis.js';
import type { LogLine } from './normalize.js';
import type { Candidate } from './rank.js';
import { shorten } from './wording.js';

const MOST_LINES = 8;
const SHOWN_CHARACTERS = 500;
/** Lines closer than this to a quoted line belong to the same report and are not quoted too. */
const SAME_REPORT_LINES = 4;
/** The largest difference in score to the best line at which a line is quoted. */
const WORTH_SHOWING = 45;

/** Quotes the likeliest lines, each from another place and with another text. */
export function citeEvidence(
  ranked: readonly [Candidate, ...Candidate[]],
  lines: readonly LogLine[],
): CitedLine[] {
  const chosen: LogLine[] = [];
  const texts = new Set<string>();
  const [key] = ranked;
  for (const { index, score } of ranked) {
    if (chosen.length === MOST_LINES || key.score - score > WORTH_SHOWING) break;
    const line = lines[index];
    if (!line || chosen.some(({ number }) => Math.abs(number - line.number) < SAME_REPORT_LINES)) continue;
    const text = maskLine(line.text);
    if (texts.has(text)) continue;
    texts.add(text);
    chosen.push(line);
  }
  return chosen.map(citeLine);
}

export function citeLine({ number, text }: LogLine): CitedLine {
  return { line: number, text: shorten(text.trim(), SHOWN_CHARACTERS) };
}
