import type { Position } from '@slipway/domain';
import { empty, join, type Sql, sql } from './sql.js';

/** One page of a keyset list. */
export interface PageRequest {
  /** Rows to read; callers ask for one more than they show. */
  readonly count: number;
  readonly after: Position | null;
}

/** What a list is ordered by: a time and an id, newest first. */
export interface Keyset {
  readonly at: Sql;
  readonly id: Sql;
  readonly idType: Sql;
}

export const newestFirst = ({ at, id }: Keyset): Sql => sql`${at} DESC, ${id} DESC`;
export const oldestFirst = ({ at, id }: Keyset): Sql => sql`${at}, ${id}`;

/** The rows after a page's end in a list that is newest first. */
export function olderThan(position: Position | null, keyset: Keyset): Sql {
  return position === null ? empty : sql`AND (${keyset.at}, ${keyset.id}) < ${valuesOf(position, keyset)}`;
}

/** The rows after a page's end in a list that is oldest first. */
export function newerThan(position: Position | null, keyset: Keyset): Sql {
  return position === null ? empty : sql`AND (${keyset.at}, ${keyset.id}) > ${valuesOf(position, keyset)}`;
}

function valuesOf({ at, id }: Position, { idType }: Keyset): Sql {
  return sql`(${new Date(at)}::timestamptz, ${id}::${idType})`;
}

/** A condition for a filter that is set; nothing for one that is not. */
export function when<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql {
  return value === undefined ? empty : sql`AND ${condition(value)}`;
}

/**
 * Merges bounded reads of one list, each in the order of its own index. Together they cost no more than one page each,
 * however rare their rows are.
 */
export function mergeWalks(walks: readonly Sql[], order: Sql, count: number): Sql {
  const all = join(
    walks.map((each) => sql`(${each})`),
    ' UNION ALL ',
  );
  return sql`SELECT * FROM (${all}) walks ORDER BY ${order} LIMIT ${count}`;
}
