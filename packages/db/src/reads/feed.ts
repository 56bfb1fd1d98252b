import type { EventType } from '@slipway/contracts';
import { continuationOf, type FeedEvent, feedKindOf, mergeFeed, type Position } from '@slipway/domain';
import { after, type PageRequest } from '../keyset.js';
import { empty, join, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';
import { FEED_SOURCES, type FeedSource, lookUp } from './feed-sources.js';

/** Whose events are read: those of an account, or of one project of it. */
export interface FeedScope {
  readonly accountId: number;
  readonly projectId: number | null;
}

export interface FeedRequest extends PageRequest {
  /** Epoch milliseconds; what is older is not read. */
  readonly from: number;
  readonly eventTypes: readonly EventType[];
}

/** A page of the feed, newest first: one bounded read of each source, merged. */
async function listFeed(on: Queryable, scope: FeedScope, request: FeedRequest): Promise<FeedEvent[]> {
  const reads = request.eventTypes.map((type) => readSource(type, scope, request));
  const events = await query<FeedEvent>(
    on,
    sql`SELECT e.*, p.name AS "projectName"
        FROM (${join(reads, ' UNION ALL ')}) e ${lookUp(sql`name`, sql`projects WHERE id = e."projectId"`, sql`p`)}`,
  );
  return mergeFeed(events, request.count);
}

function readSource(type: EventType, scope: FeedScope, { from, count, after: position }: FeedRequest): Sql {
  const source = FEED_SOURCES[type];
  const { table, at, only, joins, columns } = source;
  const owner =
    scope.projectId === null ? sql`account_id = ${scope.accountId}` : sql`project_id = ${scope.projectId}`;
  return sql`(SELECT ${type}::text AS "eventType", ${feedKindOf(type)}::text AS kind, r.${at} AS at,
      r.id::text AS id, r.project_id AS "projectId", ${columns}
    FROM (SELECT * FROM ${table}
      WHERE ${owner} ${only} AND ${at} >= ${new Date(from)}::timestamptz ${rowsAfter(position, type, source)}
      ORDER BY ${at} DESC, id DESC LIMIT ${count}) r ${joins})`;
}

function rowsAfter(position: Position | null, type: EventType, { at, idType }: FeedSource): Sql {
  if (position === null) return empty;
  const time = sql`${new Date(position.at)}::timestamptz`;
  switch (continuationOf(position, feedKindOf(type))) {
    case 'earlier':
      return sql`AND ${at} < ${time}`;
    case 'earlier_or_same_time':
      return sql`AND ${at} <= ${time}`;
    case 'earlier_or_lower_id':
      return after(position, { at, id: sql`id`, idType });
  }
}

/** What an account has in motion. */
export interface RollupRecord {
  readonly changes24h: number;
  readonly buildsPassed24h: number;
  readonly buildsFailed24h: number;
  readonly openTasks: number;
  readonly totalProjects: number;
  readonly activeProjects: number;
}

const DAY_MS = 86_400_000;

/** Exact counts over an account: of the 24 hours up to `now`, and of what is open. */
async function countRollup(on: Queryable, accountId: number, now: number): Promise<RollupRecord | null> {
  const lastDay = (column: Sql) =>
    sql`${column} > ${new Date(now - DAY_MS)}::timestamptz AND ${column} <= ${new Date(now)}::timestamptz`;
  return queryOne(
    on,
    sql`SELECT
          (SELECT count(*) FROM changes WHERE account_id = ${accountId} AND orphaned_at IS NULL
             AND ${lastDay(sql`"timestamp"`)}) AS "changes24h",
          (SELECT count(*) FROM build_runs WHERE account_id = ${accountId}
             AND status IN ('completed', 'passed_pending_approval')
             AND ${lastDay(sql`finished_at`)}) AS "buildsPassed24h",
          (SELECT count(*) FROM build_runs WHERE account_id = ${accountId} AND status = 'failed'
             AND ${lastDay(sql`finished_at`)}) AS "buildsFailed24h",
          (SELECT count(*) FROM tasks WHERE account_id = ${accountId} AND state <> 'completed') AS "openTasks",
          count(*) AS "totalProjects",
          count(*) FILTER (WHERE paused_at IS NULL AND archived_at IS NULL) AS "activeProjects"
        FROM projects WHERE account_id = ${accountId}`,
  );
}

export const reads = { listFeed, countRollup };
