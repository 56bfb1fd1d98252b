import { stripVTControlCharacters, styleText } from 'node:util';

const CONTEXT = 3;
const WIDTH = 110;

const SURE = [
  [0.8, 'sure', 'green'],
  [0.5, 'likely', 'yellow'],
  [0.3, 'a guess', 'yellow'],
  [0, 'unknown', 'red'],
];

const coloured = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const paint = (style, text) => (coloured ? styleText(style, text) : text);

/** Prints a finding for people: the line in its context, its meaning and what to do. */
export function writeReport({ file, content, found, compared }) {
  const [, words, colour] = SURE.find(([least]) => found.confidence >= least);
  const head = `${found.category} · ${words} (${Math.round(found.confidence * 100)} %)`;
  const lines = ['', `  ${paint(['bold', colour], head)}`, ''];
  if (found.keyLine) lines.push(...contextOf(content, found.keyLine.line), '');
  lines.push(...paragraph('Why', found.diagnosis), ...paragraph('Fix', found.suggestedFix));
  if (found.test) lines.push(...paragraph('Test', found.test));
  if (found.file) lines.push(...paragraph('File', placeOf(found)));
  if (found.symbol) lines.push(...paragraph('About', found.symbol));
  const others = found.evidence.filter(({ line }) => line !== found.keyLine?.line);
  if (others.length > 0) lines.push('', paint('dim', found.keyLine ? '  Also worth a look' : '  The last lines'));
  for (const { line, text } of others) lines.push(numbered(line, text, false));
  const source = `${file === '-' ? 'standard input' : file}, ${content.split('\n').length} lines`;
  lines.push('', paint('dim', `  Read ${source}${compared ? ', compared with a passing log' : ''}.`), '');
  process.stdout.write(`${lines.join('\n')}\n`);
}

function placeOf({ file, fileLine }) {
  return fileLine === null ? file : `${file}:${fileLine}`;
}

function contextOf(content, key) {
  const all = content.split('\n');
  const first = Math.max(1, key - CONTEXT);
  return all
    .slice(first - 1, key + CONTEXT)
    .map((text, index) => numbered(first + index, text, first + index === key));
}

function numbered(number, text, isKey) {
  const label = `${isKey ? '▶' : ' '} ${String(number).padStart(6)} │ `;
  const shown = readable(text).slice(0, WIDTH);
  return `  ${isKey ? paint('bold', label + shown) : paint('dim', label) + shown}`;
}

// A log is untrusted text: it must not move the cursor or colour the terminal.
function readable(text) {
  const seen = text
    .split('\r')
    .filter((part) => part.trim() !== '')
    .at(-1);
  return stripVTControlCharacters(seen ?? '')
    .replaceAll('\t', '    ')
    .replaceAll(/\p{Cc}/gu, '');
}

function paragraph(label, text) {
  const room = WIDTH - 8;
  const rows = [];
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
