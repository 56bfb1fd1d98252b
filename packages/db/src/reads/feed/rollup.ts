import { PASSED } from '../../build-status.js';
import { computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { raw, withValues } from '../../sql.js';

const columns = {
  changes24h: computed('int8', raw('(kept.changes + seconds.changes)::int8')),
  buildsPassed24h: computed('int8', raw('(kept.passed + seconds.passed)::int8')),
  buildsFailed24h: computed('int8', raw('(kept.failed + seconds.failed)::int8')),
  openTasks: computed('int8', raw('kept.open_tasks::int8')),
  totalProjects: computed('int8', raw('projects.total')),
  activeProjects: computed('int8', raw('projects.active')),
};

/** Counts of an account's recent and open work. */
export interface RollupRecord extends RowOf<typeof columns> {}

const DAY_MS = 86_400_000;
/** The widths of the periods in `rollup_counts`. */
const SHORT_MS = 10_000;
const LONG_MS = 600_000;

/** Rows between `a` and `b`, counted one by one. */
function countRows(rows: string, at: string): string {
  return `LATERAL (SELECT count(*) FROM ${rows} AND account_id = $1 AND ${at} >= a AND ${at} < b)`;
}

/**
 * Adds up the kept counts, and the rows in the seconds at both ends of the day, which no kept count covers exactly. The
 * ends of the parts are joined: the planner would guess badly what lies between parameters, and plan every execution.
 */
const statement = (select: string) => `SELECT ${select} FROM
  (SELECT sum(c.count) AS changes, sum(p.count) AS passed, sum(f.count) AS failed
    FROM (VALUES ($2::timestamptz, $3::timestamptz), ($6::timestamptz, $7::timestamptz)) ends (a, b),
      ${countRows('changes WHERE orphaned_at IS NULL', '"timestamp"')} c,
      ${countRows(`build_runs WHERE status ${PASSED.text}`, 'finished_at')} p,
      ${countRows("build_runs WHERE status = 'failed'", 'finished_at')} f) seconds,
  (SELECT COALESCE(sum(changes), 0) AS changes, COALESCE(sum(passed), 0) AS passed,
      COALESCE(sum(failed), 0) AS failed, COALESCE(sum(open_tasks), 0) AS open_tasks
    FROM (VALUES (${SHORT_MS / 1000}, $3, $4::timestamptz), (${LONG_MS / 1000}, $4, $5::timestamptz),
        (${SHORT_MS / 1000}, $5, $6), (0, 'epoch', 'infinity')) parts (width, a, b),
      LATERAL (SELECT sum(changes) AS changes, sum(builds_passed) AS passed, sum(builds_failed) AS failed,
          sum(open_tasks) AS open_tasks
        FROM rollup_counts WHERE account_id = $1 AND width = parts.width AND starts_at >= a AND starts_at < b) c) kept,
  (SELECT count(*) AS total, count(*) FILTER (WHERE paused_at IS NULL AND archived_at IS NULL) AS active
    FROM projects WHERE account_id = $1) projects`;

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
