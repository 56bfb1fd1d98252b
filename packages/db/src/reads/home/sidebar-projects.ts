import { NOT_SEARCHED, PASSED_OR_FAILED } from '../../build-status.js';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const build = columnsOf('BuildRun', 'b');
const columns = {
  ...pick(columnsOf('Project', 'p'), 'id', 'accountId', 'name', 'engine', 'pausedAt', 'archivedAt'),
  lastStatus: nullable(build.status),
  lastJob: nullable(build.jobName),
  lastId: nullable(build.id),
};

export interface SidebarProjectRecord extends RowOf<typeof columns> {}

/** How many of a project's latest builds decide which job it runs most often, and are searched for that job. */
const RECENT = 500;

const TELLING_FIRST = sql`r.status ${PASSED_OR_FAILED} DESC, r.created_at DESC, r.id DESC`;

/**
 * Every page reads it. A build that is unfinished or was canceled says nothing about the job, unless there is no other.
 * The main job is the one chosen in the settings, otherwise the one that recently ran most often.
 */
const sidebarProjects = defineQuery({
  name: 'list sidebar projects',
  columns,
  examples: [1],
  build: (userId: number, select) =>
    sql`SELECT ${select} FROM account_memberships m
        JOIN projects p ON p.account_id = m.account_id
        LEFT JOIN LATERAL (
          SELECT r.job_name,
            (array_agg(r.status ORDER BY ${TELLING_FIRST}))[1] AS status,
            (array_agg(r.id ORDER BY ${TELLING_FIRST}))[1] AS id
          FROM (SELECT id, job_name, status, created_at FROM build_runs WHERE project_id = p.id AND ${NOT_SEARCHED}
                ORDER BY created_at DESC, id DESC LIMIT ${RECENT}) r
          GROUP BY r.job_name
          ORDER BY r.job_name IS NOT DISTINCT FROM p.main_job_name DESC, count(*) DESC, max(r.created_at) DESC
          LIMIT 1) b ON true
        WHERE m.user_id = ${userId} AND m.suspended_at IS NULL
        ORDER BY p.id`,
});

const waitingDecisions = defineQuery({
  name: 'count waiting decisions',
  columns: {
    count: computed('int4', sql`COALESCE(sum(CASE WHEN commit_sha = '' THEN requested ELSE 1 END), 0)::int`),
  },
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select} FROM (
          SELECT commit_sha, count(*) AS requested FROM approvals
          WHERE account_id = ${accountId} AND status = 'pending' GROUP BY project_id, commit_sha) decisions`,
});

/** How many decisions an account waits for. All approvals that one change requested are one decision. */
async function countWaitingDecisions({ pool }: DatabaseHandle, accountId: number): Promise<number> {
  return (await waitingDecisions.first(pool, accountId))?.count ?? 0;
}

export const reads = { listSidebarProjects: sidebarProjects.list, countWaitingDecisions };
