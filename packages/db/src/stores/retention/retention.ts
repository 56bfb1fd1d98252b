import type { HistoryRetention } from '@slipway/domain';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { join, type Queryable, raw, type Sql, sql } from '../../sql.js';
import { MAX_MOVES } from '../apply/changes/ref-moves.js';
import { overdueSeconds } from './expired-partitions.js';
import { sweepsOverdue } from './history-sweeps.js';

/** When a table's rows expire. */
interface RetentionRule {
  readonly table: string;
  /** The indexed time column: rows expire a number of days after it. */
  readonly by: string;
  /** The number of days, given the ledger's retention. */
  days(retentionDays: number): number;
  /** Which rows expire, if not all of them. */
  readonly condition?: Sql;
}

/** Tables that expire row by row. The ledger and its keys expire day by day: see expired-partitions.ts. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { table: 'idempotency_keys', by: 'created_at', days: () => 1 },
  { table: 'login_codes', by: 'expires_at', days: () => 1 },
  { table: 'oauth_refresh_tokens', by: 'expires_at', days: () => 1 },
  // A grant ends before its client does, so no usable token is deleted with the client.
  { table: 'oauth_clients', by: 'expires_at', days: () => 1 },
  { table: 'sessions', by: 'expires_at', days: () => 1 },
  { table: 'password_resets', by: 'expires_at', days: () => 1 },
  {
    table: 'mail_outbox',
    by: 'created_at',
    days: (retentionDays) => retentionDays,
    condition: sql`status IN ('sent', 'failed')`,
  },
  // With their messages and inbox items.
  { table: 'notifications', by: 'created_at', days: () => 90, condition: sql`released_at IS NOT NULL` },
  // An open pull request whose comment is forgotten keeps it: the comment is found again by its marker.
  { table: 'github_updates', by: 'updated_at', days: () => 90 },
  { table: 'github_comments', by: 'updated_at', days: () => 90 },
  // Dead letters are deleted with their day in the ledger. This rule covers replays that failed after that day was
  // gone.
  { table: 'dead_letters', by: 'failed_at', days: (retentionDays) => 2 * retentionDays },
  // A build reported this long after one of its steps could not be replayed either.
  { table: 'build_page_steps', by: 'status_at', days: (retentionDays) => retentionDays },
];

/** now() is constant within a statement, so it can be used to search an index; clock_timestamp() cannot. */
function isExpired({ by, days, condition }: RetentionRule, retentionDays: number): Sql {
  const isOld = sql`${raw(by)} < now() - make_interval(days => ${days(retentionDays)}::int)`;
  return condition === undefined ? isOld : sql`${condition} AND ${isOld}`;
}

/** How long the ledger is retained, and the most rows that a statement deletes. */
interface RetentionLimits {
  readonly days: number;
  readonly limit: number;
}

const deleteExpiredRows = defineQuery({
  name: 'delete expired rows',
  columns: {},
  examples: RETENTION_RULES.map((rule) => ({ rule, days: 1, limit: 1 })),
  build: ({ rule, days, limit }: RetentionLimits & { readonly rule: RetentionRule }) => sql`
    DELETE FROM ${raw(rule.table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${raw(rule.table)} WHERE ${isExpired(rule, days)}
      ORDER BY ${raw(rule.by)} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
});

/** Deletes at most `limit` expired rows and returns how many; skips rows that another worker is deleting. */
export function deleteExpired(on: Queryable, rule: RetentionRule, limits: RetentionLimits): Promise<number> {
  return deleteExpiredRows.execute(on, { rule, ...limits });
}

/** How long the ledger is retained, and how long builds, logs, changes and deployments are. */
export interface RetentionPeriods {
  readonly days: number;
  readonly history: HistoryRetention;
}

const overdueColumns = { table: computed('text', sql`"table"`), seconds: computed('float8', sql`seconds`) };

const retentionOverdue = defineQuery({
  name: 'overdue retention',
  columns: overdueColumns,
  examples: [{ days: 1, history: { build_runs: 90, changes: 90 } }],
  build({ days: retentionDays, history }: RetentionPeriods, select) {
    const oldest = RETENTION_RULES.map((rule) => {
      const since = sql`${raw(rule.by)} + make_interval(days => ${rule.days(retentionDays)}::int)`;
      return {
        table: rule.table,
        seconds: sql`SELECT extract(epoch FROM now() - (${since})) FROM ${raw(rule.table)}
          WHERE ${isExpired(rule, retentionDays)} ORDER BY ${raw(rule.by)} LIMIT 1`,
      };
    });
    const expiring = [
      ...oldest,
      ...sweepsOverdue(history),
      { table: 'deliveries', seconds: overdueSeconds(retentionDays) },
    ];
    const rows = expiring.map(
      ({ table, seconds }) => sql`SELECT ${table}::text AS "table", COALESCE((${seconds}), 0)::float8 AS seconds`,
    );
    return sql`SELECT ${select} FROM (${join(rows, ' UNION ALL ')}) AS overdue`;
  },
});

/** How long each table's oldest expired row has been waiting to be deleted, in seconds; 0 if none is. */
export function readRetentionOverdue(
  on: Queryable,
  periods: RetentionPeriods,
): Promise<RowOf<typeof overdueColumns>[]> {
  return retentionOverdue.all(on, periods);
}

const refColumns = pick(columnsOf('RefMove'), 'integrationId', 'repository', 'ref');

/** Identifies a ref. */
export interface RefIdentity extends RowOf<typeof refColumns> {}

const longRefs = defineQuery({
  name: 'long refs',
  columns: refColumns,
  examples: [null],
  build: (_: null, select) => sql`
    SELECT ${select} FROM ref_moves
    GROUP BY integration_id, repository, ref HAVING count(*) > ${MAX_MOVES}`,
});

/** Refs with more moves than are ever considered. Reads a whole index, so it should run only once a day. */
export function listLongRefs(on: Queryable): Promise<RefIdentity[]> {
  return longRefs.all(on, null);
}

const deleteMoves = defineQuery({
  name: 'trim ref',
  columns: {},
  examples: [{ integrationId: 1, repository: 'r', ref: 'main', limit: 1 }],
  build({ integrationId, repository, ref, limit }: RefIdentity & { readonly limit: number }) {
    const ofRef = sql`integration_id = ${integrationId} AND repository = ${repository} AND ref = ${ref}`;
    return sql`DELETE FROM ref_moves WHERE id = ANY(ARRAY(
      SELECT id FROM ref_moves WHERE ${ofRef} AND NOT forced AND (moved_at, id) < (
        SELECT moved_at, id FROM ref_moves WHERE ${ofRef}
        ORDER BY moved_at DESC, id DESC OFFSET ${MAX_MOVES - 1} LIMIT 1)
      ORDER BY moved_at, id LIMIT ${limit}))`;
  },
});

/**
 * Deletes at most `limit` moves of a ref that are too old to be considered, and returns how many. Forced moves stay,
 * because they show that the repository may have orphans.
 */
export function trimRef(on: Queryable, ref: RefIdentity, limit: number): Promise<number> {
  return deleteMoves.execute(on, { ...ref, limit });
}
