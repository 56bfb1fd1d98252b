import type { JobBuild } from '../reads/build-points.js';
import { execute, type Queryable, queryOne, sql } from '../sql.js';

/** A job whose passing builds are remembered. */
export type BaselineJob = Pick<JobBuild, 'projectId' | 'integrationId' | 'jobName'>;

/** What is remembered of a job's passing builds, and up to which one. */
export interface StoredBaseline<B> {
  readonly baseline: B;
  readonly buildRunId: number;
  /** When that build ended, in epoch milliseconds. */
  readonly finishedAt: number;
}

/** Jobs come and go with branches and experiments: those longest unused are forgotten. */
const JOBS_PER_PROJECT = 200;

const columns = sql`baseline, build_run_id AS "buildRunId",
  (extract(epoch FROM finished_at) * 1000)::bigint AS "finishedAt"`;

/** What is remembered of a job. `B` is what was stored for it. */
export function findBaseline<B>(on: Queryable, job: BaselineJob): Promise<StoredBaseline<B> | null> {
  return queryOne(
    on,
    sql`SELECT ${columns} FROM build_baselines
        WHERE integration_id = ${job.integrationId} AND job_key = ${job.jobName} AND project_id = ${job.projectId}`,
  );
}

/** Remembers more of a job, unless a newer build of it is known already. */
export async function saveBaseline<B>(
  on: Queryable,
  job: BaselineJob,
  { baseline, buildRunId, finishedAt }: StoredBaseline<B>,
): Promise<boolean> {
  const changed = await execute(
    on,
    sql`INSERT INTO build_baselines AS b (integration_id, job_key, project_id, baseline, build_run_id, finished_at,
          updated_at)
        VALUES (${job.integrationId}, ${job.jobName}, ${job.projectId}, ${JSON.stringify(baseline)}::jsonb,
          ${buildRunId}, ${new Date(finishedAt)}::timestamptz, clock_timestamp())
        ON CONFLICT (integration_id, job_key) DO UPDATE
          SET baseline = EXCLUDED.baseline, build_run_id = EXCLUDED.build_run_id, finished_at = EXCLUDED.finished_at,
            updated_at = EXCLUDED.updated_at
          WHERE (EXCLUDED.finished_at, EXCLUDED.build_run_id) > (b.finished_at, b.build_run_id)
            AND b.project_id = EXCLUDED.project_id`,
  );
  return changed === 1;
}

/** Forgets the jobs of a project that are beyond the bound. */
export async function trimBaselines(on: Queryable, projectId: number): Promise<number> {
  return execute(
    on,
    sql`DELETE FROM build_baselines b
        USING (SELECT integration_id, job_key FROM build_baselines WHERE project_id = ${projectId}
               ORDER BY updated_at DESC OFFSET ${JOBS_PER_PROJECT}) old
        WHERE b.integration_id = old.integration_id AND b.job_key = old.job_key AND b.project_id = ${projectId}`,
  );
}
