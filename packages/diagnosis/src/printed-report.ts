import { stripVTControlCharacters, styleText } from 'node:util';
import type { LogFile } from './capture-log.js';
import type { CapturedLog, Diagnosis } from './diagnosis.js';
import { readLines } from './normalize.js';

const CONTEXT = 3;
const WIDTH = 110;
/** How many characters of the quoted line to show. */
const MAX_SHOWN = 1_000;

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const SURE = [
  { least: 0.8, words: 'sure', colour: 'green' },
  { least: 0.5, words: 'likely', colour: 'yellow' },
  { least: 0.3, words: 'a guess', colour: 'yellow' },
] as const;
const UNSURE = { words: 'unknown', colour: 'red' } as const;

export interface ReportSource extends LogFile {
  /** The log's name, for the last line of the report. */
  readonly file: string;
  readonly found: Diagnosis;
  readonly compared: boolean;
  readonly coloured: boolean;
}

/** Describes a finding for people: the line in context, what it means, and what to do. */
export function printedReport({ file, log, lineCount, found, compared, coloured }: ReportSource): string {
  const paint: Paint = (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text);
  const { words, colour } = SURE.find(({ least }) => found.confidence >= least) ?? UNSURE;
  const head = `${found.category} · ${words} (${Math.round(found.confidence * 100)} %)`;
  const lines = ['', `  ${paint(['bold', colour], head)}`, ''];
  if (found.keyLine) lines.push(...contextOf(log, found.keyLine.line, paint), '');
  lines.push(...paragraphsOf(found).flatMap(([label, text]) => paragraph(label, text, paint)));
  const others = found.evidence.filter(({ line }) => line !== found.keyLine?.line);
  if (others.length > 0) lines.push('', paint('dim', found.keyLine ? '  Also seen' : '  The last lines'));
  for (const { line, text } of others) lines.push(numbered({ number: line, text, isKey: false }, paint));
  const source = `${file === '-' ? 'standard input' : file}, ${lineCount.toLocaleString('en-US')} lines`;
  lines.push('', paint('dim', `  Read ${source}${compared ? ', compared with a passing log' : ''}.`), '');
  return `${lines.join('\n')}\n`;
}

function paragraphsOf(found: Diagnosis): [string, string][] {
  const place = found.fileLine === null ? found.file : `${found.file}:${found.fileLine}`;
  const optional: [string, string | null][] = [
    ['Test', found.test],
    ['File', found.file && place],
    ['About', found.symbol],
  ];
  return [
    ['Why', found.diagnosis],
    ['Fix', found.suggestedFix],
    ...optional.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : [])),
  ];
}

// Omits the CI system's clock times and prefixes, so that the message fills the row.
function contextOf({ content, numbers }: CapturedLog, key: number, paint: Paint): string[] {
  return readLines(content, numbers)
    .filter(({ number }) => Math.abs(number - key) <= CONTEXT)
    .map(({ number, text }) => numbered({ number, text, isKey: number === key }, paint));
}

interface ShownLine {
  readonly number: number;
  readonly text: string;
  readonly isKey: boolean;
}

function numbered({ number, text, isKey }: ShownLine, paint: Paint): string {
  const label = `${isKey ? '▶' : ' '} ${String(number).padStart(6)} │ `;
  if (!isKey) return `  ${paint('dim', label)}${readable(text).slice(0, WIDTH)}`;
  const [first = '', ...rest] = wrapped(readable(text));
  const more = rest.map((row) => `  ${paint('dim', `${' '.repeat(label.length - 2)}│ `)}${paint('bold', row)}`);
  return [`  ${paint('bold', label + first)}`, ...more].join('\n');
}

// A log is untrusted text: it must not move the cursor or color the terminal.
function readable(text: string): string {
  const seen = text
    .split('\r')
    .filter((part) => part.trim() !== '')
    .at(-1);
  return stripVTControlCharacters(seen ?? '')
    .replaceAll('\t', '    ')
    .replaceAll(/\p{Cc}/gu, '');
}

/** Wraps a line that is wider than the report into rows, so that its whole message is visible. */
function wrapped(text: string): string[] {
  const rows: string[] = [];
  let rest = text.slice(0, MAX_SHOWN);
  while (rest.length > WIDTH) {
    const space = rest.lastIndexOf(' ', WIDTH - 1);
    const end = space > WIDTH / 2 ? space + 1 : WIDTH;
    rows.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...rows, rest];
}

function paragraph(label: string, text: string, paint: Paint): string[] {
  const room = WIDTH - 8;
  const rows: string[] = [];
  let row = '';
  for (const word of readable(text).split(' ')) {
    if (row !== '' && row.length + word.length + 1 > room) {
      rows.push(row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  rows.push(row);
  return rows.map((each, index) => `  ${paint('bold', (index === 0 ? label : '').padEnd(6))} ${each}`);
}
