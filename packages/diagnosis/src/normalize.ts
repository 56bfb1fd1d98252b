import { withoutPrefixes } from './prefix.js';

/** How many characters to read of a line. Explanations are at the start of a line. */
const READ_LINE_CHARACTERS = 1_000;

/** The level that a CI system or build tool marks a line with, by a prefix. */
export type Level = 'error' | 'warning' | null;

/** A line without colors, overwritten progress, clock times or CI prefixes. */
export interface LogLine {
  /** From 1, as in the original log; lines end at `\n` only. */
  readonly number: number;
  readonly text: string;
  readonly level: Level;
  /** Whether the line starts a step of a Travis build. */
  readonly opensFold: boolean;
}

const ESCAPE = String.fromCharCode(27);
// Colors and cursor moves, including those whose escape character is printed as `^[`.
const TERMINAL_CODE = new RegExp(`(?:${ESCAPE}|\\^\\[)(?:\\[[0-9;?]{0,20}[A-Za-z]|\\][^\\x07]{0,200}\\x07)?`, 'g');
const BARE_COLOR = /\[\d{1,2}(?:;\d{1,3}){0,3}m/g;
// UTF-16 that was read as bytes has a NUL next to every character and a byte order mark at the start.
const ENCODING_RESIDUE = new RegExp(`[${String.fromCharCode(0)}\ufeff\ufffe]|^\ufffd{2}`, 'g');
const TRAVIS_MARK = /travis_(?:fold|time):(?:start|end):[^\s$]{0,200}/g;

const LEVEL_PREFIXES: readonly (readonly [RegExp, Level])[] = [
  [/^##\[error\]/, 'error'],
  [/^::error(?: [^:]{0,200})?::/, 'error'],
  [/^##\[warning\]/, 'warning'],
  [/^::warning(?: [^:]{0,200})?::/, 'warning'],
];

export function readLines(log: string, numbers?: readonly number[]): LogLine[] {
  const raw = log.split('\n');
  const texts = withoutPrefixes(raw.map((line) => withoutOverwritten(plainText(line))));
  return texts.map((text, index) =>
    readLine(text, { raw: raw[index] ?? '', number: numbers?.[index] ?? index + 1 }),
  );
}

function readLine(printed: string, { raw, number }: { raw: string; number: number }): LogLine {
  const opensFold = raw.startsWith('travis_fold:start:') || raw.includes('travis_time:start:');
  let text = printed;
  let level: Level = null;
  for (const [prefix, meaning] of LEVEL_PREFIXES) {
    if (!prefix.test(text)) continue;
    text = text.replace(prefix, '');
    level = meaning;
    break;
  }
  return { number, text: text.slice(0, READ_LINE_CHARACTERS).toWellFormed().trimEnd(), level, opensFold };
}

function plainText(raw: string): string {
  // Long lines are cut before they are cleaned. The end is included because progress output is overwritten there.
  const bounded =
    raw.length <= 4 * READ_LINE_CHARACTERS
      ? raw
      : `${raw.slice(0, 2 * READ_LINE_CHARACTERS)}${raw.slice(-2 * READ_LINE_CHARACTERS)}`;
  let text = bounded;
  if (text.includes(ESCAPE) || text.includes('^[')) text = text.replace(TERMINAL_CODE, '');
  if (text.includes('m')) text = text.replace(BARE_COLOR, '');
  if (text.includes('travis_')) text = text.replace(TRAVIS_MARK, '');
  return text.replace(ENCODING_RESIDUE, '');
}

/** A carriage return restarts the line, so only the last part is visible. */
function withoutOverwritten(text: string): string {
  if (!text.includes('\r')) return text;
  const parts = text.split('\r');
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? '';
    if (part.trim() !== '') return part;
  }
  return '';
}
