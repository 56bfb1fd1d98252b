import { examine } from './diagnose.js';
import type { CapturedLog } from './diagnosis.js';
import { rankCandidates } from './rank.js';

/** How many characters of a log a report may contain: as many as the service stores. */
const SENT_CHARACTERS = 256_000;
/** The shares of the limit that the head and the tail of the log get; the rest is for errors. */
const HEAD_SHARE = 1 / 16;
const TAIL_SHARE = 1 / 4;
/** The lines to keep around an error: what ran, and the details that tools print below. */
const LINES_BEFORE = 12;
const LINES_AFTER = 24;
/** The first lines of a failed step show its command. */
const STEP_LINES = 6;
const MAX_STEPS = 20;
/** A longer line loses its middle. */
const MAX_LINE = 4_000;
/** Longer than any mark. */
const MARK_CHARACTERS = 48;

/**
 * Cuts a log to what matters for finding the cause: the head of the log and of each failed step, the reports of errors
 * with the lines around them, and the tail. A mark replaces each part that is cut. A log within the limit stays as it
 * is.
 */
export function cutLog(content: string, limit: number = SENT_CHARACTERS): CapturedLog {
  // A character has one or two code units, so a text within the limit by code units is within it by characters too.
  if (content.length <= limit) return { content, truncated: false };
  const lines = content.split('\n').map(withoutMiddle);
  const chosen = new Selection(lines, limit);
  chosen.addForward(0, limit * HEAD_SHARE);
  chosen.addBackward(lines.length - 1, limit * TAIL_SHARE);
  for (const [first, last] of rangesThatMatter(content)) chosen.addRange(first, last);
  chosen.addBackward(lines.length - 1, limit);
  return { content: chosen.text(), truncated: true };
}

/** The output of the failed steps; the whole log if it names none. */
export function failedPart(content: string): string {
  const { setting } = examine(content, null);
  const { failed } = setting.outcome;
  if (failed.length === 0) return content;
  const lines = content.split('\n');
  const [{ number: start } = { number: 1 }] = setting.lines;
  return failed.flatMap(({ first, last }) => lines.slice(start - 1 + first, start + last)).join('\n');
}

/** The ranges of lines to keep, most important first. Lines count from 0. */
function rangesThatMatter(content: string): [first: number, last: number][] {
  const { setting, candidates } = examine(content, null);
  const at = (index: number) => (setting.lines[index]?.number ?? 1) - 1;
  const steps = setting.outcome.failed.slice(0, MAX_STEPS);
  const errors = rankCandidates(candidates, setting);
  return [
    ...steps.map(({ first }): [number, number] => [at(first), at(first) + STEP_LINES - 1]),
    ...errors.map(({ index }): [number, number] => [at(index) - LINES_BEFORE, at(index) + LINES_AFTER]),
  ];
}

function withoutMiddle(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const half = MAX_LINE / 2 - MARK_CHARACTERS;
  const kept = `${line.slice(0, half)} ${markOf(line.length - 2 * half, 'characters')} ${line.slice(-half)}`;
  return kept.toWellFormed();
}

function markOf(count: number, unit: string): string {
  return `[… ${count.toLocaleString('en-US')} ${unit} were cut …]`;
}

/** Lines chosen from a log until the limit is reached. Every addition has room for the mark before it. */
class Selection {
  private readonly chosen: Uint8Array;
  private room: number;

  constructor(
    private readonly lines: readonly string[],
    limit: number,
  ) {
    this.chosen = new Uint8Array(lines.length);
    // One mark may follow the last line that is chosen.
    this.room = limit - MARK_CHARACTERS;
  }

  /** Adds a range of lines if all of it fits. */
  addRange(first: number, last: number): void {
    const range = indexes(Math.max(0, first), Math.min(this.lines.length - 1, last));
    const cost = range.reduce((sum, index) => sum + this.costOf(index), MARK_CHARACTERS);
    if (cost > this.room) return;
    this.room -= cost;
    for (const index of range) this.chosen[index] = 1;
  }

  addForward(from: number, characters: number): void {
    this.addRun(indexes(from, this.lines.length - 1), characters);
  }

  addBackward(from: number, characters: number): void {
    this.addRun(indexes(0, from).toReversed(), characters);
  }

  /** The chosen lines, with a mark for each part that is missing. */
  text(): string {
    const parts: string[] = [];
    let missing = 0;
    for (const [index, line] of this.lines.entries()) {
      if (this.chosen[index] === 0) {
        missing += 1;
        continue;
      }
      if (missing > 0) parts.push(markOf(missing, 'lines'));
      missing = 0;
      parts.push(line);
    }
    if (missing > 0) parts.push(markOf(missing, 'lines'));
    return parts.join('\n');
  }

  private addRun(range: readonly number[], characters: number): void {
    let left = Math.min(characters, this.room - MARK_CHARACTERS);
    const before = left;
    for (const index of range) {
      const cost = this.costOf(index);
      if (cost > left) break;
      left -= cost;
      this.chosen[index] = 1;
    }
    this.room -= before - left + MARK_CHARACTERS;
  }

  private costOf(index: number): number {
    return this.chosen[index] === 1 ? 0 : (this.lines[index]?.length ?? 0) + 1;
  }
}

function indexes(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
}
