import { type Sql, sql } from './sql.js';

/** A commit by its whole hash, and by the beginning of one: `git rev-parse --short` gives seven digits or more. */
const WHOLE = sql`'^([0-9a-f]{40}|[0-9a-f]{64})$'`;
const SHORT = sql`'^[0-9a-f]{7,39}$'`;

/** All that a commit is called by: its hash and the beginnings of it, few enough for an index to find each. */
export function namesOfCommit(hash: Sql): Sql {
  return sql`CASE WHEN ${hash} ~ ${WHOLE}
    THEN ARRAY(SELECT left(${hash}, digits) FROM generate_series(7, length(${hash})) AS digits)
    ELSE ARRAY[${hash}] END`;
}

/**
 * Whether an indexed column has the whole hash of a commit, told whole or short. All that begin with a short one lie
 * between it and itself filled up with the last digit, in the order of any collation: an index finds them. Nothing lies beyond
 * the bounds of what is no hash.
 */
export function isWholeOf(column: Sql, hash: Sql): Sql {
  const short = sql`CASE WHEN ${hash} ~ ${SHORT} THEN ${hash} END`;
  return sql`(${column} = ${hash} OR ${column} >= ${short} AND ${column} <= rpad(${short}, 64, 'f')
    AND starts_with(${column}, ${hash}) AND ${column} ~ ${WHOLE})`;
}

/**
 * Whether an indexed column names the commit that a hash does, either of them whole or short. A short hash may stand for
 * several commits: it is taken for all of them. Where the hash is of another table, its names are made beforehand as a
 * column there: no index is searched by what has to be made row by row.
 */
export function isSameCommit(column: Sql, hash: Sql, names = namesOfCommit(hash)): Sql {
  return sql`(${column} = ANY(${names}) OR ${isWholeOf(column, hash)})`;
}
