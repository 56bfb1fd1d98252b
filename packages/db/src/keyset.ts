import type { Position } from '@slipway/domain';
import { empty, type Sql, sql } from './sql.js';

/** The rows after a page's end, newest first: `at` and `id` are the columns the list is ordered by. */
export function after(position: Position | null, columns: { at: Sql; id: Sql; idType: Sql }): Sql {
  if (position === null) return empty;
  const { at, id, idType } = columns;
  return sql`AND (${at}, ${id}) < (${new Date(position.at)}::timestamptz, ${position.id}::${idType})`;
}

/** One page of a keyset list. */
export interface PageRequest {
  /** Rows to read; callers ask for one more than they show. */
  readonly count: number;
  readonly after: Position | null;
}
