import type { Column } from './columns.js';
import { oneLine } from './text.js';

/** Rows for programs: no headings, values separated by tabs. */
export function renderTsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  return rows.map((row) => columns.map((column) => oneLine(column.text(row))).join('\t'));
}
