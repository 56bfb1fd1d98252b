import { type Sql, sql } from './sql.js';

/** A full commit hash, and a short one: `git rev-parse --short` prints seven digits or more. */
const WHOLE = sql`'^([0-9a-f]{40}|[0-9a-f]{64})$'`;
const SHORT = sql`'^[0-9a-f]{7,39}$'`;

/** Every name of a commit: its hash and, if the hash is full, its prefixes. They are few enough for an index lookup. */
export function namesOfCommit(hash: Sql): Sql {
  return sql`CASE WHEN ${hash} ~ ${WHOLE}
    THEN ARRAY(SELECT left(${hash}, digits) FROM generate_series(7, length(${hash})) AS digits)
    ELSE ARRAY[${hash}] END`;
}

/**
 * Whether an indexed column contains the full hash of the commit that `hash` names, in full or abbreviated. In any
 * collation, all hashes that begin with a short hash sort between it and itself padded with the last digit, so an index
 * finds them. For a text that is not a hash, the range is empty.
 */
export function isWholeOf(column: Sql, hash: Sql): Sql {
  return sql`(${column} = ${hash} OR ${beginsWith(column, hash)})`;
}

function beginsWith(column: Sql, hash: Sql): Sql {
  const short = sql`CASE WHEN ${hash} ~ ${SHORT} THEN ${hash} END`;
  return sql`${column} >= ${short} AND ${column} <= rpad(${short}, 64, 'f')
    AND starts_with(${column}, ${hash}) AND ${column} ~ ${WHOLE}`;
}

/**
 * Whether an indexed column and a hash name the same commit; either may be full or short. A short hash that fits
 * several commits matches all of them. If the hash is a column of another table, pass its names as a column of that
 * table too: an index cannot be searched by an expression that is computed row by row.
 */
export function isSameCommit(column: Sql, hash: Sql, names = namesOfCommit(hash)): Sql {
  return sql`(${column} = ANY(${names}) OR ${isWholeOf(column, hash)})`;
}

/**
 * The cases of `isSameCommit`, for a separate search each. PostgreSQL may search an index for one case, but combines
 * them only if it believes that few rows match, and otherwise compares all commits of a project.
 */
export function casesOfSameCommit(column: Sql, hash: Sql, names: Sql): Sql[] {
  return [sql`${column} = ANY(${names})`, beginsWith(column, hash)];
}
