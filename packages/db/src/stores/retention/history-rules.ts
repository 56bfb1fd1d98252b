import { CLOSED_STATES, type HistoryTable } from '@slipway/domain';
import { ENDED, PASSED } from '../../build-status.js';
import { casesOfSameCommit, namesOfCommit } from '../../same-commit.js';
import { join, raw, type Sql, sql } from '../../sql.js';

/** Which rows of a table expire, and how they are found and deleted. Ids grow with the time at which rows are created. */
export interface HistoryRule {
  readonly table: HistoryTable;
  /**
   * The rows with their ids, projects and times of creation, and the time `at` by which an index finds the oldest rows
   * of a project. A row that has expired is older than that.
   */
  readonly rows: Sql;
  /** Locks the rows with these ids, so that no report changes them, except those that a report is changing now. */
  lock(ids: readonly number[]): Sql;
  /**
   * Whether it looks for the first of a row's many successors. PostgreSQL underestimates how many there are: unless it
   * must read them in the order of an index, it collects and sorts them all, which takes longer the larger the table is.
   */
  readonly readsInOrder: boolean;
  /** Deletes the rows with these ids that have expired. */
  delete(ids: readonly number[], before: Date): Sql;
}

/**
 * How many of a job's later builds are searched for one of the same branch, and of a project's later deployments for one
 * to the same place. Investigations search the same number of builds.
 */
const MAX_SEARCHED = sql`200`;

const FAILED = sql`= 'failed'`;

/** The builds of the job of `b` with a status, in the order in which they finished. */
function later(status: Sql): Sql {
  return sql`SELECT n.branch FROM build_runs n
    WHERE n.project_id = b.project_id AND n.job_key = b.job_key AND n.status ${status}
      AND n.finished_at >= b.finished_at AND (n.finished_at, n.id) > (b.finished_at, b.id)
      AND n.integration_id = b.integration_id
    ORDER BY n.finished_at LIMIT ${MAX_SEARCHED}`;
}

/** Whether a query has rows. OFFSET keeps the planner from joining whole tables instead of looking each row up. */
const exists = (query: Sql) => sql`EXISTS (${query} OFFSET 0)`;

/** Whether `b` is the newest build of its job and branch with a status, unless the job has had many others since. */
function isNewest(status: Sql): Sql {
  return sql`(b.status ${status} AND NOT ${exists(sql`SELECT FROM (${later(status)}) n WHERE n.branch = b.branch`)}
    AND NOT EXISTS (SELECT FROM (${later(status)}) n OFFSET ${MAX_SEARCHED} - 1))`;
}

const lastPassed = sql`SELECT max(p.finished_at) FROM build_runs p
  WHERE p.project_id = b.project_id AND p.job_key = b.job_key AND p.status ${PASSED}
    AND p.integration_id = b.integration_id AND p.finished_at <= b.finished_at`;
const failedBefore = sql`SELECT FROM build_runs n
  WHERE n.project_id = b.project_id AND n.job_key = b.job_key AND n.status ${FAILED}
    AND n.integration_id = b.integration_id AND n.finished_at <= b.finished_at
    AND (n.finished_at, n.id) < (b.finished_at, b.id) AND n.finished_at > COALESCE((${lastPassed}), '-infinity')`;

/** Whether the job of `b` has failed ever since `b`: the console names the build since which a job is broken. */
const isStartOfFailures = sql`(b.status ${FAILED} AND NOT ${exists(later(PASSED))} AND NOT ${exists(failedBefore)})`;

/** Whether investigations, or pages that show the state of a job, need the build `b` and its log. */
const showsStateOfJob = sql`(${isNewest(PASSED)} OR ${isNewest(FAILED)} OR ${isStartOfFailures})`;

const hasEnded = sql`b.status ${ENDED}`;
const unfinishedInvestigation = sql`SELECT FROM investigations i
  WHERE i.build_run_id = b.id AND i.status IN ('pending', 'running')`;

const mayExpire = sql`${hasEnded} AND NOT ${exists(unfinishedInvestigation)} AND NOT ${showsStateOfJob}`;

const buildRuns: HistoryRule = {
  table: 'build_runs',
  readsInOrder: true,
  rows: sql`SELECT id, project_id, created_at, created_at AS at FROM build_runs`,
  lock: (ids) => sql`SELECT id FROM build_runs WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`DELETE FROM build_runs b
    WHERE b.id = ANY(${ids}::bigint[]) AND GREATEST(b.created_at, b.updated_at, b.finished_at) < ${before} AND ${mayExpire}
      AND NOT ${exists(sql`SELECT FROM deployments d WHERE d.project_id = b.project_id AND d.build_run_id = b.id`)}
      AND NOT ${exists(sql`SELECT FROM build_log_purges p WHERE p.build_run_id = b.id`)}`,
};

const buildLogs: HistoryRule = {
  table: 'build_logs',
  readsInOrder: true,
  rows: sql`SELECT l.build_run_id AS id, b.project_id, b.created_at, b.created_at AS at
    FROM build_logs l JOIN build_runs b ON b.id = l.build_run_id`,
  // A report that stores a log has locked its build.
  lock: (ids) => sql`SELECT id FROM build_runs WHERE id = ANY(${ids}::bigint[]) FOR NO KEY UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`WITH expired AS (
      DELETE FROM build_logs l USING build_runs b
      WHERE l.build_run_id = ANY(${ids}::bigint[]) AND b.id = l.build_run_id AND l.received_at < ${before} AND ${mayExpire}
      RETURNING l.build_run_id),
    uploaded AS (DELETE FROM logs USING expired WHERE logs.build_run_id = expired.build_run_id)
    UPDATE build_runs SET has_log = false FROM expired WHERE id = expired.build_run_id`,
};

/** What names the change `c`. A build or a deployment may abbreviate a commit. */
const NAMERS: readonly Sql[] = [
  sql`SELECT FROM task_links l WHERE l.change_id = c.id`,
  sql`SELECT FROM problems p WHERE p.suspected_change_id = c.id`,
  sql`SELECT FROM problems p WHERE p.fix_change_id = c.id`,
  sql`SELECT FROM approvals a WHERE a.project_id = c.project_id AND a.commit_sha = c.identifier`,
  sql`SELECT FROM build_runs b
    WHERE b.project_id = c.project_id AND b.changelist <> '' AND b.changelist = c.identifier`,
  ...['build_runs', 'deployments'].flatMap((table) =>
    casesOfSameCommit(sql`n.commit_hash`, sql`c.identifier`, sql`c.names`).map(
      (isSame) => sql`SELECT FROM ${raw(table)} n
        WHERE n.project_id = c.project_id AND n.commit_hash <> '' AND ${isSame}`,
    ),
  ),
];

const changes: HistoryRule = {
  table: 'changes',
  readsInOrder: false,
  rows: sql`SELECT id, project_id, created_at, updated_at AS at FROM changes`,
  lock: (ids) => sql`SELECT id FROM changes WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`WITH old AS MATERIALIZED (
      SELECT id, project_id, identifier, ${namesOfCommit(sql`identifier`)} AS names FROM changes
      WHERE id = ANY(${ids}::bigint[]) AND GREATEST(created_at, updated_at, timestamp) < ${before})
    DELETE FROM changes WHERE id = ANY(ARRAY(
      SELECT c.id FROM old c WHERE NOT (${join(NAMERS.map(exists), ' OR ')})))`,
};

/** Whether `d` is the newest deployment to its place, unless the platform has had many others since. */
function isNewestOfPlace(condition: Sql): Sql {
  const newer = sql`SELECT n.branch, n.external_id FROM deployments n
    WHERE n.project_id = d.project_id AND n.platform = d.platform AND (n.created_at, n.id) > (d.created_at, d.id)
      ${condition} ORDER BY n.created_at, n.id LIMIT ${MAX_SEARCHED}`;
  const isSamePlace = sql`(n.branch, n.external_id) = (d.branch, d.external_id)`;
  return sql`(NOT ${exists(sql`SELECT FROM (${newer}) n WHERE ${isSamePlace}`)}
    AND NOT EXISTS (SELECT FROM (${newer}) n OFFSET ${MAX_SEARCHED} - 1))`;
}

const deployments: HistoryRule = {
  table: 'deployments',
  readsInOrder: true,
  rows: sql`SELECT number AS id, project_id, created_at, updated_at AS at FROM deployments`,
  lock: (ids) => sql`SELECT number AS id FROM deployments
    WHERE number = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`DELETE FROM deployments d
    WHERE d.number = ANY(${ids}::bigint[]) AND GREATEST(d.created_at, d.updated_at, d.status_at) < ${before}
      AND NOT ${isNewestOfPlace(sql``)}
      AND NOT (d.status = 'live' AND ${isNewestOfPlace(sql`AND n.status = 'live'`)})`,
};

/** The last event of an asset says who made its present version, and a review needs the event of its version. */
const assetEvents: HistoryRule = {
  table: 'asset_events',
  readsInOrder: false,
  rows: sql`SELECT id, project_id, created_at, occurred_at AS at FROM asset_events`,
  lock: (ids) => sql`SELECT id FROM asset_events WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`DELETE FROM asset_events e USING assets a
    WHERE e.id = ANY(${ids}::bigint[]) AND a.id = e.asset_id AND GREATEST(e.created_at, e.occurred_at) < ${before}
      AND e.occurred_at < a.last_event_at
      AND NOT ${exists(sql`SELECT FROM approvals p
        WHERE p.asset_id = e.asset_id AND p.status = 'pending' AND p.asset_version = e.version`)}`,
};

const onOtherBranch = sql`SELECT FROM asset_events e JOIN changes c ON c.id = e.change_id
  WHERE e.asset_id = a.id AND c.branch <> r.branch`;
const recentReview = (before: Date) => sql`SELECT FROM approvals p
  WHERE p.asset_id = a.id AND (p.status = 'pending' OR p.updated_at >= ${before})`;

/** Deletions of files, and the assets that have not come back since. */
const assetRemovals: HistoryRule = {
  table: 'asset_removals',
  readsInOrder: false,
  rows: sql`SELECT id, project_id, created_at, created_at AS at FROM asset_removals`,
  lock: (ids) => sql`SELECT id FROM asset_removals WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`WITH gone AS (
      DELETE FROM assets a USING asset_removals r
      WHERE r.id = ANY(${ids}::bigint[]) AND GREATEST(r.created_at, r.removed_at) < ${before}
        AND a.project_id = r.project_id AND a.path = r.path AND a.last_event_at <= r.removed_at
        AND a.updated_at < ${before} AND NOT ${exists(onOtherBranch)} AND NOT ${exists(recentReview(before))}
      RETURNING a.id)
    DELETE FROM asset_removals r
    WHERE r.id = ANY(${ids}::bigint[]) AND GREATEST(r.created_at, r.removed_at) < ${before}
      AND NOT ${exists(sql`SELECT FROM assets a WHERE a.project_id = r.project_id AND a.path = r.path
        AND a.last_event_at <= r.removed_at AND a.id NOT IN (SELECT id FROM gone)`)}`,
};

/** Whether a change or a task mentions the key `k`. */
const isMentioned = sql`(${join(
  ['change_mentions', 'task_mentions'].map((table) =>
    exists(sql`SELECT FROM ${raw(table)} m WHERE m.project_id = k.project_id AND m.key = k.key`),
  ),
  ' OR ',
)})`;
const isClosed = sql`(r.removed_at IS NOT NULL OR lower(r.state) = ANY(${[...CLOSED_STATES]}::text[])
  OR NOT EXISTS (SELECT FROM integrations i WHERE i.id = r.integration_id))`;
const isUntouched = (before: Date) => sql`GREATEST(r.created_at, r.updated_at, r.provider_time) < ${before}`;

/** Items that nobody works on or mentions, and the former keys of others that nothing mentions. */
const externalReferences: HistoryRule = {
  table: 'external_references',
  readsInOrder: false,
  rows: sql`SELECT id, project_id, created_at, updated_at AS at FROM external_references`,
  lock: (ids) => sql`SELECT id FROM external_references WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED`,
  delete: (ids, before) => sql`WITH former AS (
      DELETE FROM reference_keys k USING external_references r
      WHERE r.id = ANY(${ids}::bigint[]) AND k.reference_id = r.id AND ${isUntouched(before)}
        AND lower(k.key) <> lower(r.key) AND NOT ${isMentioned})
    DELETE FROM external_references r
    WHERE r.id = ANY(${ids}::bigint[]) AND ${isUntouched(before)} AND ${isClosed}
      AND NOT ${exists(sql`SELECT FROM reference_keys k WHERE k.reference_id = r.id AND ${isMentioned}`)}`,
};

export const HISTORY_RULES: readonly HistoryRule[] = [
  buildRuns,
  buildLogs,
  changes,
  deployments,
  assetEvents,
  assetRemovals,
  externalReferences,
];
