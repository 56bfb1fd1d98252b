import stringWidth from 'string-width';
import type { Column, Paint } from './columns.js';
import { oneLine } from './text.js';

const GAP = 2;
const MIN_SHRUNK = 10;

/** A table for people, fitted to the width of the terminal. */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, ...paint }: Paint & { readonly width: number },
): string[] {
  const cells = rows.map((row) =>
    columns.map((column) => {
      const text = oneLine(column.text(row));
      return column.show === undefined ? text : column.show(text, paint);
    }),
  );
  const natural = columns.map(({ heading }, index) =>
    widest([heading, ...cells.map((line) => line[index] ?? '')]),
  );
  const widths = shrink(natural, columns, width);
  const layout = (line: readonly string[]) =>
    line
      .map((cell, index) => {
        const limit = widths[index] ?? 0;
        return pad(columns[index]?.shrinks ? shorten(cell, limit) : cell, limit);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  return [paint.colours.bold(layout(columns.map(({ heading }) => heading))), ...cells.map(layout)];
}

/** Takes the missing space from the widest column that may shrink, until the table fits. */
function shrink<Row>(natural: readonly number[], columns: readonly Column<Row>[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, value) => sum + value + GAP, -GAP);
  for (let excess = total() - width; excess > 0; excess -= 1) {
    const widest = widths.reduce(
      (best, value, index) => (columns[index]?.shrinks && value > (widths[best] ?? 0) ? index : best),
      columns.findIndex(({ shrinks }) => shrinks),
    );
    const current = widths[widest];
    if (current === undefined || current <= MIN_SHRUNK) break;
    widths[widest] = current - 1;
  }
  return widths;
}

function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** The width of the widest text, in terminal columns. */
function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => stringWidth(text)));
}
