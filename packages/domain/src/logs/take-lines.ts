import { cleanText } from '../json/clean-json.js';
import { findOpenKey } from '../redaction/find-private-keys.js';
import { type Redactor, withoutColours } from '../redaction/redactor.js';

/** A longer line is broken, because an unfinished one has to be kept until it ends. */
const MAX_LINE_BYTES = 64 * 1024;
/** How far before that place a space is looked for, so that no word is broken. */
const SEARCHED_BYTES = 4 * 1024;

/**
 * The time at which a line was written, as `slipway run` and Buildkite put it before the line:
 * https://buildkite.com/docs/pipelines/configure/managing-log-output#log-output-limits-and-timestamps
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequence consists of control characters
const TIME = /\u001b_(?:bk;)?t=\d{1,16}\u0007/g;

const NEWLINE = 10;
const SPACE = 32;

/** The lines at the beginning of some bytes of a log. */
export interface TakenLines {
  /** Masked, without their ends. */
  readonly lines: readonly string[];
  /** How many of the bytes they are. */
  readonly bytes: number;
}

/**
 * Takes as many lines from the beginning of the unread bytes of a log as can be masked: not an unfinished line, and not a
 * private key whose end is still to come. The lines are the same however the log was cut into pieces.
 */
export function takeLines(
  bytes: Buffer,
  { isEnd, redactor }: { readonly isEnd: boolean; readonly redactor: Redactor },
): TakenLines {
  const ends = lineEnds(bytes, isEnd);
  if (ends.length === 0) return { lines: [], bytes: 0 };
  let start = 0;
  const lines = ends.map((end) => {
    const line = decode(bytes, start, end);
    start = end;
    return line;
  });
  const text = cleanText(lines.join('\n'));
  const open = isEnd ? -1 : firstOpenLine(text);
  if (open === 0) return { lines: [], bytes: 0 };
  const whole = open === -1 ? text : lines.slice(0, open).join('\n');
  return { lines: redactor.lines(cleanText(whole)).split('\n'), bytes: ends.at(open === -1 ? -1 : open - 1) ?? 0 };
}

/** The index of the first line of a private key whose end is still to come; -1 if there is none. */
function firstOpenLine(text: string): number {
  const plain = withoutColours(text);
  const begin = findOpenKey(plain);
  if (begin === null) return -1;
  let line = 0;
  for (let at = plain.indexOf('\n'); at !== -1 && at < begin; at = plain.indexOf('\n', at + 1)) line += 1;
  return line;
}

function lineEnds(bytes: Buffer, isEnd: boolean): number[] {
  const ends: number[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    if (end - start > MAX_LINE_BYTES) start = breakIn(bytes, start);
    else if (newline !== -1 || isEnd) start = end;
    else break;
    ends.push(start);
  }
  return ends;
}

/** Where to break the line that starts there: after a space if there is one, and never inside a character. */
function breakIn(bytes: Buffer, start: number): number {
  const limit = start + MAX_LINE_BYTES;
  const space = bytes.lastIndexOf(SPACE, limit - 1);
  if (space >= limit - SEARCHED_BYTES) return space + 1;
  let end = limit;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80 && end > limit - 4) end -= 1;
  return end;
}

function decode(bytes: Buffer, start: number, end: number): string {
  let last = end;
  if (bytes[last - 1] === NEWLINE) last -= 1;
  if (bytes[last - 1] === 13) last -= 1;
  const line = bytes.toString('utf8', start, Math.max(start, last));
  return line.includes('\u001b_') ? line.replaceAll(TIME, '') : line;
}
