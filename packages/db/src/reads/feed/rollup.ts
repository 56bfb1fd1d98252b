import { computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';

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

export const reads = { countRollup };
