/** Figures: ratios with their spread, and the noise of the machine. */
import { hash } from 'node:crypto';

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/**
 * One row of the table: a figure, what it is compared with, its aim, and its value in each round, by tree. `better` says
 * in which direction the aim lies.
 */
export function figure(name, { better, aim, unit = '×', samples }) {
  return { name, better, aim, unit, samples };
}

function formatted(value, unit) {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 1))));
  const text = value.toFixed(digits).replace(/^0\./, '.');
  return unit === '×' ? text : `${text} ${unit}`;
}

/** The median, followed by the lowest and the highest value if they differ. */
function spreadOf(values, unit) {
  if (values === undefined || values.length === 0) return '';
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)];
  const text = formatted(middle, unit);
  return values.length === 1 ? text : `${text} (${formatted(low, '×')} to ${formatted(high, '×')})`;
}

function isReached({ better, aim, samples }) {
  if (aim === undefined || samples.now.length === 0) return undefined;
  return better === 'higher' ? median(samples.now) >= aim : median(samples.now) <= aim;
}

/** The figures as the rows of a Markdown table. */
function toRows(figures) {
  const hasBefore = figures.some(({ samples }) => samples.before !== undefined);
  const head = ['figure', 'aim', ...(hasBefore ? ['before'] : []), 'now'];
  const rows = figures.map((one) => {
    const sign = one.better === 'higher' ? '≥' : '≤';
    const aim = one.aim === undefined ? '' : `${sign} ${formatted(one.aim, one.unit)}`;
    const mark = isReached(one) === false ? ' ✗' : '';
    const before = hasBefore ? [spreadOf(one.samples.before, one.unit)] : [];
    return [one.name, aim, ...before, spreadOf(one.samples.now, one.unit) + mark];
  });
  return [head, head.map(() => '---'), ...rows];
}

export function toMarkdown(figures) {
  return toRows(figures)
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The same rows for a terminal. */
export function toText(figures) {
  const rows = toRows(figures).filter((_row, place) => place !== 1);
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const BLOCK = Buffer.alloc(64 * 1024 * 1024);

/** Milliseconds for a fixed piece of work: its spread over a run shows how far the machine's speed varies. */
export function timeFixedWork() {
  const startedAt = performance.now();
  hash('sha256', BLOCK);
  return performance.now() - startedAt;
}
