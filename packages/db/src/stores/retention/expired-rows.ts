import { defineQuery } from '../../define-query.js';
import { isHeldIntegration, isHeldProject } from '../../held-projects.js';
import { raw, type Sql, sql } from '../../sql.js';
import { batchOf, type RetentionKind } from './retention-kind.js';

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

/** Rows that belong to a project, or to an integration, do not expire during a legal hold. Other rows belong to people. */
const NOT_OF_HELD_PROJECT = sql`NOT ${isHeldProject(sql`project_id`)}`;
const NOT_OF_HELD_INTEGRATION = sql`NOT ${isHeldIntegration(sql`integration_id`)}`;

/** Tables that expire row by row. The ledger and its keys expire day by day: see expired-partitions.ts. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { table: 'idempotency_keys', by: 'created_at', days: () => 1 },
  { table: 'login_codes', by: 'expires_at', days: () => 1 },
  { table: 'oauth_refresh_tokens', by: 'expires_at', days: () => 1 },
  // A grant ends before its client does, so no usable token is deleted with the client.
  { table: 'oauth_clients', by: 'expires_at', days: () => 1 },
  { table: 'sessions', by: 'expires_at', days: () => 1 },
  { table: 'password_resets', by: 'expires_at', days: () => 1 },
  { table: 'sign_ups', by: 'expires_at', days: () => 1 },
  {
    table: 'mail_outbox',
    by: 'created_at',
    days: (retentionDays) => retentionDays,
    condition: sql`status IN ('sent', 'failed')`,
  },
  // With their messages and inbox items.
  {
    table: 'notifications',
    by: 'created_at',
    days: () => 90,
    condition: sql`released_at IS NOT NULL AND ${NOT_OF_HELD_PROJECT}`,
  },
  // An open pull request whose comment is forgotten keeps it: the comment is found again by its marker.
  { table: 'github_updates', by: 'updated_at', days: () => 90, condition: NOT_OF_HELD_INTEGRATION },
  { table: 'github_comments', by: 'updated_at', days: () => 90, condition: NOT_OF_HELD_INTEGRATION },
  // Dead letters are deleted with their day in the ledger. This rule covers replays that failed after that day was
  // gone.
  {
    table: 'dead_letters',
    by: 'failed_at',
    days: (retentionDays) => 2 * retentionDays,
    condition: NOT_OF_HELD_INTEGRATION,
  },
  // Once its delivery is gone, nobody can replay it.
  {
    table: 'test_uploads',
    by: 'received_at',
    days: (retentionDays) => retentionDays + 1,
    condition: NOT_OF_HELD_PROJECT,
  },
  // Of no build that was reported within a day. The others are deleted with their builds, or with the builds' logs.
  {
    table: 'logs',
    by: 'stored_at',
    days: (retentionDays) => retentionDays,
    condition: sql`build_run_id IS NULL AND ${NOT_OF_HELD_PROJECT}`,
  },
  // A build reported this long after one of its steps could not be replayed either.
  {
    table: 'build_page_steps',
    by: 'status_at',
    days: (retentionDays) => retentionDays,
    condition: NOT_OF_HELD_PROJECT,
  },
];

/** now() is constant within a statement, so it can be used to search an index; clock_timestamp() cannot. */
function isExpired({ by, days, condition }: RetentionRule, retentionDays: number): Sql {
  const isOld = sql`${raw(by)} < now() - make_interval(days => ${days(retentionDays)}::int)`;
  return condition === undefined ? isOld : sql`${condition} AND ${isOld}`;
}

interface ExpiredRows {
  readonly rule: RetentionRule;
  /** How long the ledger is retained. */
  readonly days: number;
  readonly limit: number;
}

const deleteExpiredRows = defineQuery({
  name: 'delete expired rows',
  columns: {},
  examples: RETENTION_RULES.map((rule) => ({ rule, days: 1, limit: 1 })),
  build: ({ rule, days, limit }: ExpiredRows) => sql`
    DELETE FROM ${raw(rule.table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${raw(rule.table)} WHERE ${isExpired(rule, days)}
      ORDER BY ${raw(rule.by)} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
});

/** Skips rows that another worker is deleting. */
function kindOf(rule: RetentionRule): RetentionKind {
  const { table, by } = rule;
  return {
    table,
    batch: 5_000,
    async deleteBatch({ database, periods: { days } }, limit) {
      return batchOf(await deleteExpiredRows.execute(database.pool, { rule, days, limit }), limit);
    },
    overdue({ days }) {
      const since = sql`${raw(by)} + make_interval(days => ${rule.days(days)}::int)`;
      return sql`SELECT extract(epoch FROM now() - (${since})) FROM ${raw(table)}
        WHERE ${isExpired(rule, days)} ORDER BY ${raw(by)} LIMIT 1`;
    },
  };
}

export const expiredRows: readonly RetentionKind[] = RETENTION_RULES.map(kindOf);
