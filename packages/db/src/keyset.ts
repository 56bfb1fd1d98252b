import type { Position } from '@slipway/domain';
import { empty, join, raw, type Sql, sql } from './sql.js';

/** One page of a keyset list. */
export interface PageRequest {
  /** Rows to read; callers ask for one more than they show. */
  readonly count: number;
  readonly after: Position | null;
}

/** The order of a list: by time and id, newest first. */
export interface Keyset {
  readonly at: Sql;
  readonly id: Sql;
  readonly idType: Sql;
}

export const newestFirst = ({ at, id }: Keyset): Sql => sql`${at} DESC, ${id} DESC`;
export const oldestFirst = ({ at, id }: Keyset): Sql => sql`${at}, ${id}`;

/** The rows after the end of a page, in a list ordered newest first. */
export function olderThan(position: Position | null, keyset: Keyset): Sql {
  return position === null ? empty : sql`AND (${keyset.at}, ${keyset.id}) < ${valuesOf(position, keyset)}`;
}

/** The rows after the end of a page, in a list ordered oldest first. */
export function newerThan(position: Position | null, keyset: Keyset): Sql {
  return position === null ? empty : sql`AND (${keyset.at}, ${keyset.id}) > ${valuesOf(position, keyset)}`;
}

function valuesOf({ at, id }: Position, { idType }: Keyset): Sql {
  return sql`(${new Date(at)}::timestamptz, ${id}::${idType})`;
}

/** The condition of a filter, or nothing if the filter is not set. */
export function when<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql {
  return value === undefined ? empty : sql`AND ${condition(value)}`;
}

/**
 * A project's id that the planner does not see. Otherwise, in a project with most of the rows, a plan for its id looks
 * cheaper than the prepared one, and PostgreSQL makes it again for every execution, which takes longer than the read.
 */
export function hiddenId(projectId: number): Sql {
  return sql`(SELECT ${projectId}::int)`;
}

/** Whether a list can be prepared: how far `updatedSince` reaches back decides which index to use. */
export function hasStablePlan({ updatedSince }: { readonly updatedSince?: Date | undefined }): boolean {
  return updatedSince === undefined;
}

/**
 * Merges bounded reads of one list, each in the order of its own index. Each read costs at most one page, however rare
 * its rows are.
 */
export function mergeInOrder(walks: readonly Sql[], order: Sql, count: number): Sql {
  const [first] = walks;
  if (first !== undefined && walks.length === 1) return first;
  const all = join(
    walks.map((each) => sql`(${each})`),
    ' UNION ALL ',
  );
  return sql`SELECT * FROM (${all}) walks ORDER BY ${order} ${limited(count)}`;
}

/** A LIMIT as text: PostgreSQL plans a prepared statement before it knows its parameters. */
export function limited(count: number): Sql {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a number of rows`);
  return raw(`LIMIT ${count}`);
}
