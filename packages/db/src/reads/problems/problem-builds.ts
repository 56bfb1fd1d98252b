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

/** The newest builds that a problem made fail. */
function listProblemBuilds(
  { pool }: DatabaseHandle,
  projectId: number,
  problemId: number,
): Promise<ProblemBuildRecord[]> {
  return problemBuilds.all(pool, { projectId, problemId });
}

const dayColumns = {
  problemId: columnsOf('ProblemDay', 'd').problemId,
  /** Such as `2026-11-15`, in UTC. */
  day: computed('text', sql`d.day::text`),
  seenCount: columnsOf('ProblemDay', 'd').seenCount,
};

/** How many builds a problem made fail on a day. */
export interface ProblemDayRecord extends RowOf<typeof dayColumns> {}

const problemDays = defineQuery({
  name: 'list days of problems',
  columns: dayColumns,
  examples: [{ problemIds: [1], since: '2026-11-01' }],
  build: ({ problemIds, since }: { problemIds: readonly number[]; since: string }, select) => sql`SELECT ${select}
    FROM problem_days d WHERE d.problem_id = ANY(${problemIds}::bigint[]) AND d.day >= ${since}::date
    ORDER BY d.problem_id, d.day`,
});

/** The days since a given one on which these problems made builds fail. */
async function listProblemDays(
  { pool }: DatabaseHandle,
  problemIds: readonly number[],
  since: string,
): Promise<ProblemDayRecord[]> {
  return problemIds.length === 0 ? [] : problemDays.all(pool, { problemIds, since });
}

export const reads = { listProblemBuilds, listProblemDays };
