import { execute, type Queryable, query, raw, type Sql, sql } from '../sql.js';
import { MAX_MOVES } from './apply/changes/ref-moves.js';

/** When rows of a table expire. */
interface RetentionRule {
  readonly table: string;
  /** The column by which an index orders the expired rows. */
  readonly by: string;
  /** `days` is the retention of the ledger. */
  expired(days: number): Sql;
}

// now() is constant within a statement, so an index can be searched by it; clock_timestamp() is not.
const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/** Tables that expire row by row. The ledger, its keys and dead letters are deleted by the day: delivery-partitions.ts. */
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
  // A build that is reported this long after one of its steps could not be replayed either.
  { table: 'build_page_steps', by: 'status_at', expired: (days) => sql`status_at < ${ago(days)}` },
];

/** Deletes at most `limit` expired rows and returns how many; skips rows that another worker is deleting. */
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

/** Identifies a ref. */
export interface RefIdentity {
  readonly integrationId: number;
  readonly repository: string;
  readonly ref: string;
}

/** Refs with more moves than are ever considered. It reads a whole index, so it should run only once a day. */
export function listLongRefs(on: Queryable): Promise<RefIdentity[]> {
  return query(
    on,
    sql`SELECT integration_id AS "integrationId", repository, ref FROM ref_moves
        GROUP BY integration_id, repository, ref HAVING count(*) > ${MAX_MOVES}`,
  );
}

/**
 * Deletes at most `limit` moves of a ref that are too old to be considered. Forced moves stay, because they show that the
 * repository may have orphans.
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
