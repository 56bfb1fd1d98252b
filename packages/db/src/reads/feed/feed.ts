import { EVENT_TYPES, type EventType } from '@slipway/contracts';
import { continuationOf, type FeedEvent, feedKindOf, mergeFeed, type Position } from '@slipway/domain';
import { computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { olderThan, type PageRequest } from '../../keyset.js';
import { empty, join, type Sql, sql } from '../../sql.js';
import { FEED_SOURCES, type FeedSource, lookUp } from './feed-sources.js';

/** The scope of a feed: an account, or one of its projects. */
export interface FeedScope {
  readonly accountId: number;
  readonly projectId: number | null;
}

export interface FeedRequest extends PageRequest {
  /** Epoch milliseconds; older events are not read. */
  readonly from: number;
  readonly eventTypes: readonly EventType[];
}

const columns = {
  eventType: computed<'text', EventType>('text', sql`e."eventType"`),
  kind: computed<'text', FeedEvent['kind']>('text', sql`e.kind`),
  at: computed('timestamptz', sql`e.at`),
  id: computed('text', sql`e.id`),
  projectId: computed('int4', sql`e."projectId"`),
  userId: nullable(computed('int4', sql`e."userId"`)),
  handle: nullable(computed('text', sql`e.handle`)),
  label: nullable(computed('text', sql`e.label`)),
  provider: nullable(computed('text', sql`e.provider`)),
  detail: computed('jsonb', sql`e.detail`),
  projectName: computed('text', sql`p.name`),
};

type FeedPage = FeedRequest & FeedScope;

const EXAMPLE: FeedPage = {
  accountId: 1,
  projectId: null,
  from: 0,
  eventTypes: EVENT_TYPES,
  count: 1,
  after: { at: 0, kind: 'build_run', id: '1' },
};

const feedPage = defineQuery({
  name: 'list feed',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, projectId: 1, after: null }],
  build: (page: FeedPage, select) => {
    const reads = page.eventTypes.map((type) => readSource(type, page));
    const project = lookUp(sql`name`, sql`projects WHERE id = e."projectId"`, sql`p`);
    return sql`SELECT ${select} FROM (${join(reads, ' UNION ALL ')}) e ${project}`;
  },
});

/** A page of the feed, newest first: one bounded read of each source, merged. */
async function listFeed({ pool }: DatabaseHandle, scope: FeedScope, request: FeedRequest): Promise<FeedEvent[]> {
  const rows = await feedPage.all(pool, { ...scope, ...request });
  // feed-sources.ts gives each kind the detail that its subject declares.
  return mergeFeed(rows as FeedEvent[], request.count);
}

function readSource(type: EventType, page: FeedPage): Sql {
  const source = FEED_SOURCES[type];
  const { table, at, only, joins, columns: own } = source;
  const { accountId, projectId, from, count, after } = page;
  const owner = projectId === null ? sql`account_id = ${accountId}` : sql`project_id = ${projectId}`;
  return sql`(SELECT ${type}::text AS "eventType", ${feedKindOf(type)}::text AS kind, r.${at} AS at,
      r.id::text AS id, r.project_id AS "projectId", ${own}
    FROM (SELECT * FROM ${table}
      WHERE ${owner} ${only} AND ${at} >= ${new Date(from)}::timestamptz ${rowsAfter(after, type, source)}
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
      return olderThan(position, { at, id: sql`id`, idType });
  }
}

const DAY_MS = 86_400_000;

const rollupColumns = {
  changes24h: computed('int8', sql`changes_24h`),
  buildsPassed24h: computed('int8', sql`builds_passed_24h`),
  buildsFailed24h: computed('int8', sql`builds_failed_24h`),
  openTasks: computed('int8', sql`open_tasks`),
  totalProjects: computed('int8', sql`total_projects`),
  activeProjects: computed('int8', sql`active_projects`),
};

/** Counts of an account's recent and open work. */
export interface RollupRecord extends RowOf<typeof rollupColumns> {}

const rollup = defineQuery({
  name: 'count rollup',
  columns: rollupColumns,
  examples: [{ accountId: 1, now: 0 }],
  build: ({ accountId, now }: { accountId: number; now: number }, select) => {
    const lastDay = (column: Sql) =>
      sql`${column} > ${new Date(now - DAY_MS)}::timestamptz AND ${column} <= ${new Date(now)}::timestamptz`;
    return sql`SELECT ${select} FROM (SELECT
          (SELECT count(*) FROM changes WHERE account_id = ${accountId} AND orphaned_at IS NULL
             AND ${lastDay(sql`"timestamp"`)}) AS changes_24h,
          (SELECT count(*) FROM build_runs WHERE account_id = ${accountId}
             AND status IN ('completed', 'passed_pending_approval')
             AND ${lastDay(sql`finished_at`)}) AS builds_passed_24h,
          (SELECT count(*) FROM build_runs WHERE account_id = ${accountId} AND status = 'failed'
             AND ${lastDay(sql`finished_at`)}) AS builds_failed_24h,
          (SELECT count(*) FROM tasks WHERE account_id = ${accountId} AND state <> 'completed') AS open_tasks,
          count(*) AS total_projects,
          count(*) FILTER (WHERE paused_at IS NULL AND archived_at IS NULL) AS active_projects
        FROM projects WHERE account_id = ${accountId}) counts`;
  },
});

/** Exact counts for an account: over the 24 hours up to `now`, and of open tasks and projects. */
function countRollup({ pool }: DatabaseHandle, accountId: number, now: number): Promise<RollupRecord | null> {
  return rollup.first(pool, { accountId, now });
}

export const reads = { listFeed, countRollup };
