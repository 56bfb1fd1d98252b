import { execute, type Queryable, query, raw, type Sql, sql } from '../sql.js';
import { MAX_MOVES } from './apply/ref-moves.js';

/** Rows of a table whose time has passed. */
interface RetentionRule {
  readonly table: string;
  /** The column that an index holds the expired rows in order by. */
  readonly by: string;
  /** `days` is how long the delivery log lives. */
  expired(days: number): Sql;
}

// now(), not clock_timestamp(), which may change within a statement and so cannot be looked up in an index.
const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/** What expires row by row. The delivery log, its keys and dead letters go by whole days, see delivery-partitions.ts. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { table: 'idempotency_keys', by: 'created_at', expired: () => sql`created_at < ${ago(1)}` },
  { table: 'login_codes', by: 'expires_at', expired: () => sql`expires_at < ${ago(1)}` },
  { table: 'sessions', by: 'expires_at', expired: () => sql`expires_at < ${ago(1)}` },
  {
    table: 'mail_outbox',
    by: 'created_at',
    expired: (days) => sql`status IN ('sent', 'failed') AND created_at < ${ago(days)}`,
  },
  // Dead letters are deleted with their day of the ledger. This rule covers replays that failed after that day was gone.
  { table: 'dead_letters', by: 'failed_at', expired: (days) => sql`failed_at < ${ago(2 * days)}` },
  // A build that is first heard of this long after one of its phases would no longer be replayable either.
  { table: 'build_page_steps', by: 'status_at', expired: (days) => sql`status_at < ${ago(days)}` },
];

/** Deletes at most `limit` expired rows and returns how many; rows that another worker is deleting are left to it. */
export function deleteExpired(
  on: Queryable,
  { table, by, expired }: RetentionRule,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return execute(
    on,
    sql`DELETE FROM ${raw(table)} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${raw(table)} WHERE ${expired(days)}
          ORDER BY ${raw(by)} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
}

/** A ref, as its moves name it. */
export interface RefIdentity {
  readonly integrationId: number;
  readonly repository: string;
  readonly ref: string;
}

/** Refs with more moves than are ever looked at. Reads a whole index: for once a day. */
export function listLongRefs(on: Queryable): Promise<RefIdentity[]> {
  return query(
    on,
    sql`SELECT integration_id AS "integrationId", repository, ref FROM ref_moves
        GROUP BY integration_id, repository, ref HAVING count(*) > ${MAX_MOVES}`,
  );
}

/**
 * Deletes at most `limit` of a ref's moves that are too old to be looked at. Forced ones stay: they say that the
 * repository has orphans at all.
 */
export function trimRef(
  on: Queryable,
  { integrationId, repository, ref }: RefIdentity,
  limit: number,
): Promise<number> {
  return execute(
    on,
    sql`DELETE FROM ref_moves WHERE id = ANY(ARRAY(
          SELECT id FROM (
            SELECT id, forced FROM ref_moves
            WHERE integration_id = ${integrationId} AND repository = ${repository} AND ref = ${ref}
            ORDER BY moved_at DESC, id DESC OFFSET ${MAX_MOVES} LIMIT ${limit}) AS old
          WHERE NOT forced))`,
  );
}
