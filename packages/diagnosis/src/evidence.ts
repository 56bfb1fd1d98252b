import { maskLine } from './baseline.js';
import type { CitedLine } from './diagnosis.js';
import type { LogLine } from './normalize.js';
import type { Candidate } from './rank.js';
import { shorten } from './wording.js';

const MOST_LINES = 8;
const SHOWN_CHARACTERS = 500;
/** Lines nearer than this to one that is cited belong to the same report and tell nothing more. */
const SAME_REPORT_LINES = 4;
/** How far behind the best a line may be and still be worth a look. */
const WORTH_SHOWING = 45;

/** The likeliest lines, each from another place and with another text than those before it. */
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
