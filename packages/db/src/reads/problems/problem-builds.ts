import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** The most builds shown for one problem. */
const MAX_BUILDS = 50;

const columns = {
  ...pick(
    columnsOf('BuildRun', 'b'),
    'id',
    'status',
    'commitHash',
    'jobName',
    'buildNumber',
    'branch',
    'changelist',
  ),
  seenAt: columnsOf('ProblemBuild', 'o').seenAt,
};

/** A build that a problem made fail. It may have passed since, if it ran again. */
export interface ProblemBuildRecord extends RowOf<typeof columns> {}

const problemBuilds = defineQuery({
  name: 'list builds of problem',
  columns,
  examples: [{ projectId: 1, problemId: 1 }],
  build: ({ projectId, problemId }: { projectId: number; problemId: number }, select) => sql`SELECT ${select}
    FROM (SELECT build_run_id, seen_at FROM problem_builds WHERE problem_id = ${problemId}
          ORDER BY seen_at DESC, build_run_id DESC LIMIT ${MAX_BUILDS}) o
    JOIN build_runs b ON b.id = o.build_run_id AND b.project_id = ${projectId}
    ORDER BY o.seen_at DESC, b.id DESC`,
});

function listProblemBuilds(
  { pool }: DatabaseHandle,
  projectId: number,
  problemId: number,
): Promise<ProblemBuildRecord[]> {
  return problemBuilds.all(pool, { projectId, problemId });
}

const dayColumns = {
  problemId: columnsOf('ProblemBuild', 'o').problemId,
  /** The place of the day among the requested ones, from 1. */
  place: computed('int4', sql`o.place`),
  seenCount: computed('int4', sql`count(*)::int`),
};

/** How many builds a problem made fail on a day. */
export interface ProblemDayRecord extends RowOf<typeof dayColumns> {}

export interface DaysOfProblems {
  readonly problemIds: readonly number[];
  /** When each day begins, oldest first. */
  readonly starts: readonly Date[];
}

const problemDays = defineQuery({
  name: 'list days of problems',
  columns: dayColumns,
  examples: [{ problemIds: [1], starts: [new Date(0)] }],
  build: ({ problemIds, starts }: DaysOfProblems, select) => sql`SELECT ${select}
    FROM (SELECT problem_id, width_bucket(seen_at, ${starts}::timestamptz[]) AS place FROM problem_builds
          WHERE problem_id = ANY(${problemIds}::bigint[]) AND seen_at >= ${starts[0]}::timestamptz) o
    GROUP BY o.problem_id, o.place ORDER BY o.problem_id, o.place`,
});

/** How many builds these problems made fail on each of some days in a row, the last of which has not ended. */
async function listProblemDays({ pool }: DatabaseHandle, days: DaysOfProblems): Promise<ProblemDayRecord[]> {
  return days.problemIds.length === 0 ? [] : problemDays.all(pool, days);
}

export const reads = { listProblemBuilds, listProblemDays };
