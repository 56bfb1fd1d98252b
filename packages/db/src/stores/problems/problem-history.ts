import type { ProblemMark } from '@slipway/contracts';
import { PASSED } from '../../build-status.js';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** How many of a problem's latest builds are examined for a retry that passed. */
const MAX_EXAMINED = 50;

const problem = columnsOf('Problem', 'p');
const columns = {
  ...pick(problem, 'firstSeenAt', 'resolvedAt'),
  seenCount: computed('int4', sql`p.seen_count - w.own`),
  state: problem.state,
  mark: nullable(narrowed<ProblemMark>(computed('text', sql`p.mark::text`))),
  /** The change that probably fixed it when it was last resolved. */
  fixedBy: nullable(computed('text', sql`c.display_identifier`)),
  examined: computed('int8', sql`r.examined`),
  passedOnRetry: computed('int8', sql`r.passed`),
};

/** What was known about a problem before it made a build fail. */
export interface ProblemHistory extends RowOf<typeof columns> {}

/** Whether a build `o` with the revision of `b` has passed since `b` failed. A build may also run again itself. */
const passedOnRetry = sql`(b.status ${PASSED}
  OR b.commit_hash <> '' AND EXISTS (SELECT FROM build_runs o
    WHERE o.project_id = b.project_id AND o.commit_hash = b.commit_hash AND o.commit_hash <> ''
      AND o.integration_id = b.integration_id AND o.job_key = b.job_key
      AND o.searched_problem_id IS NULL AND o.status ${PASSED} AND o.finished_at >= s.seen_at OFFSET 0)
  OR b.commit_hash = '' AND b.changelist <> '' AND EXISTS (SELECT FROM build_runs o
    WHERE o.project_id = b.project_id AND o.changelist = b.changelist AND o.changelist <> ''
      AND o.integration_id = b.integration_id AND o.job_key = b.job_key
      AND o.searched_problem_id IS NULL AND o.status ${PASSED} AND o.finished_at >= s.seen_at OFFSET 0))`;

const history = defineQuery({
  name: 'find problem history',
  columns,
  examples: [{ problemId: 1, buildRunId: 1 }],
  build: ({ problemId, buildRunId }: { problemId: number; buildRunId: number }, select) => sql`SELECT ${select}
    FROM problems p
      LEFT JOIN LATERAL (SELECT display_identifier FROM changes
        WHERE id = p.fix_change_id AND project_id = p.project_id OFFSET 0) c ON true,
      LATERAL (SELECT count(*)::int AS own FROM problem_builds
        WHERE problem_id = p.id AND build_run_id = ${buildRunId}::bigint) w,
      LATERAL (SELECT count(*) AS examined, count(*) FILTER (WHERE ${passedOnRetry}) AS passed
        FROM (SELECT build_run_id, seen_at FROM problem_builds
              WHERE problem_id = ${problemId} AND build_run_id <> ${buildRunId}::bigint
              ORDER BY seen_at DESC, build_run_id DESC LIMIT ${MAX_EXAMINED}) s
        JOIN build_runs b ON b.id = s.build_run_id) r
    WHERE p.id = ${problemId}`,
});

/** A problem's history without the given build. */
export async function findProblemHistory(
  { pool }: DatabaseHandle,
  problemId: number,
  buildRunId: number,
): Promise<ProblemHistory | null> {
  return history.first(pool, { problemId, buildRunId });
}
