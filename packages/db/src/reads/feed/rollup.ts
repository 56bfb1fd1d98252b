import { computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { raw, withValues } from '../../sql.js';

const columns = {
  changes24h: computed('int8', raw('changes_24h')),
  buildsPassed24h: computed('int8', raw('builds_passed_24h')),
  buildsFailed24h: computed('int8', raw('builds_failed_24h')),
  openTasks: computed('int8', raw('open_tasks')),
  totalProjects: computed('int8', raw('total_projects')),
  activeProjects: computed('int8', raw('active_projects')),
};

/** Counts of an account's recent and open work. */
export interface RollupRecord extends RowOf<typeof columns> {}

const DAY_MS = 86_400_000;
/** The widths of the periods in `rollup_counts`. */
const SHORT_MS = 10_000;
const LONG_MS = 600_000;

/** Rows of a table between two parameters, counted one by one. */
function rowsBetween(table: string, at: string, from: number, to: number): string {
  return `(SELECT count(*) FROM ${table} AND account_id = $1 AND ${at} >= $${from} AND ${at} < $${to})`;
}

/** Counts between two parameters that the triggers have kept. */
function countsBetween(widthMs: number, from: number, to: number): string {
  return `SELECT changes, builds_passed, builds_failed, 0 AS open_tasks FROM rollup_counts
    WHERE account_id = $1 AND width = ${widthMs / 1000} AND starts_at >= $${from} AND starts_at < $${to}`;
}

/** Rows in the parts of a second at both ends of the day, which no kept count covers exactly. */
function edges(table: string, at: string): string {
  return `${rowsBetween(table, at, 2, 3)} + ${rowsBetween(table, at, 6, 7)}`;
}

const statement = (select: string) => `SELECT ${select} FROM (SELECT
    changes + ${edges('changes WHERE orphaned_at IS NULL', '"timestamp"')} AS changes_24h,
    builds_passed + ${edges("build_runs WHERE status IN ('completed', 'passed_pending_approval')", 'finished_at')}
      AS builds_passed_24h,
    builds_failed + ${edges("build_runs WHERE status = 'failed'", 'finished_at')} AS builds_failed_24h,
    open_tasks, total_projects, active_projects
  FROM (SELECT COALESCE(sum(changes), 0) AS changes, COALESCE(sum(builds_passed), 0) AS builds_passed,
      COALESCE(sum(builds_failed), 0) AS builds_failed, COALESCE(sum(open_tasks), 0) AS open_tasks
    FROM (${countsBetween(SHORT_MS, 3, 4)} UNION ALL ${countsBetween(LONG_MS, 4, 5)}
      UNION ALL ${countsBetween(SHORT_MS, 5, 6)}
      UNION ALL SELECT 0, 0, 0, open_tasks FROM rollup_counts WHERE account_id = $1 AND width = 0) counts) kept,
    (SELECT count(*) AS total_projects,
      count(*) FILTER (WHERE paused_at IS NULL AND archived_at IS NULL) AS active_projects
    FROM projects WHERE account_id = $1) p) counts`;

/** The ends of the parts of a day: rows, short periods, long periods, short periods, rows. */
function partsOf(now: number): Date[] {
  // Times have milliseconds, so the 24 hours up to and including `now` begin one after now - 24 h and end before now + 1.
  const [from, to] = [now - DAY_MS + 1, now + 1];
  const [shortFrom, shortTo] = [Math.ceil(from / SHORT_MS) * SHORT_MS, Math.floor(to / SHORT_MS) * SHORT_MS];
  const [longFrom, longTo] = [Math.ceil(from / LONG_MS) * LONG_MS, Math.floor(to / LONG_MS) * LONG_MS];
  return [from, shortFrom, longFrom, longTo, shortTo, to].map((at) => new Date(at));
}

let text: string | undefined;

const rollup = defineQuery({
  name: 'count rollup',
  columns,
  prepared: true,
  examples: [{ accountId: 1, now: 0 }],
  build({ accountId, now }: { accountId: number; now: number }, select) {
    text ??= statement(select.text);
    return withValues(text, [accountId, ...partsOf(now)]);
  },
});

/**
 * Exact counts for an account: over the 24 hours up to `now`, and of open tasks and projects. Recent rows are counted
 * while they are written, as long as the clocks of this process and of the database differ by less than twelve hours.
 */
function countRollup({ pool }: DatabaseHandle, accountId: number, now: number): Promise<RollupRecord | null> {
  return rollup.first(pool, { accountId, now });
}

export const reads = { countRollup };
