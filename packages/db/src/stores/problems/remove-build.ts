import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { JobBuild } from '../../reads/builds/build-points.js';
import { type Sql, sql } from '../../sql.js';

/** A build that a locked problem did not make fail after all. */
export interface RemovedBuild {
  readonly problemId: number;
  readonly build: Pick<JobBuild, 'id' | 'integrationId' | 'jobKey' | 'branch'>;
}

const EXAMPLE: RemovedBuild = {
  problemId: 1,
  build: { id: 1, integrationId: 1, jobKey: 'Harbor', branch: 'main' },
};

const statement = (name: string, build: (removed: RemovedBuild) => Sql) =>
  defineQuery({ name, columns: {}, examples: [EXAMPLE], build });

const removeBuild = statement(
  'remove build from problem',
  ({ problemId, build }) =>
    sql`DELETE FROM problem_builds WHERE problem_id = ${problemId} AND build_run_id = ${build.id}`,
);

/** The last of the builds that are left, in the whole problem or in a job. */
const lastOf = (problemId: number, condition: Sql) => sql`(SELECT s.build_run_id, s.seen_at FROM problem_builds s
  JOIN build_runs b ON b.id = s.build_run_id WHERE s.problem_id = ${problemId} ${condition}
  ORDER BY s.seen_at DESC, s.build_run_id DESC LIMIT 1)`;

const uncountJob = statement(
  'uncount job of problem',
  ({ problemId, build }) => sql`UPDATE problem_jobs j SET seen_count = j.seen_count - 1, passed_at = now(),
      last_seen_at = COALESCE(l.seen_at, j.last_seen_at),
      last_build_run_id = COALESCE(l.build_run_id, j.last_build_run_id)
    FROM (SELECT) one LEFT JOIN ${lastOf(
      problemId,
      sql`AND b.integration_id = ${build.integrationId} AND b.job_key = ${build.jobKey} AND b.branch = ${build.branch}`,
    )} l ON true
    WHERE j.problem_id = ${problemId} AND j.integration_id = ${build.integrationId} AND j.job_key = ${build.jobKey}
      AND j.branch = ${build.branch}`,
);

const dropJobs = statement(
  'drop jobs of problem',
  ({ problemId }) => sql`DELETE FROM problem_jobs WHERE problem_id = ${problemId} AND seen_count <= 0`,
);

const uncount = statement(
  'uncount build of problem',
  ({ problemId }) => sql`UPDATE problems p SET seen_count = p.seen_count - 1,
      last_seen_at = COALESCE(l.seen_at, p.last_seen_at),
      last_build_run_id = COALESCE(l.build_run_id, p.last_build_run_id), updated_at = now()
    FROM (SELECT) one LEFT JOIN ${lastOf(problemId, sql``)} l ON true WHERE p.id = ${problemId}`,
);

/** Takes a build out of a problem's counts, in the caller's transaction. */
export async function removeBuildFromProblem({ pool }: DatabaseHandle, removed: RemovedBuild): Promise<void> {
  for (const each of [removeBuild, uncountJob, dropJobs, uncount]) await each.execute(pool, removed);
}
