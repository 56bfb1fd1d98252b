import { execute, type Queryable, query, sql } from '../sql.js';

/** A job whose turn it is to be looked through. */
export interface DueJob {
  readonly jobName: string;
  readonly failures: number;
}

const MAX_JOBS = 5_000;

/** Takes up the jobs that reports of an integration name, by one step in the index for each. */
export async function takeUpJobs(
  on: Queryable,
  { integrationId, now }: { integrationId: number; now: Date },
): Promise<void> {
  await execute(
    on,
    sql`WITH RECURSIVE named AS (
          (SELECT job_key, 1 AS n FROM build_runs WHERE integration_id = ${integrationId} ORDER BY job_key LIMIT 1)
          UNION ALL
          SELECT (SELECT b.job_key FROM build_runs b
                  WHERE b.integration_id = ${integrationId} AND b.job_key > named.job_key
                  ORDER BY b.job_key LIMIT 1), n + 1
          FROM named WHERE job_key IS NOT NULL AND n < ${MAX_JOBS})
        INSERT INTO jenkins_jobs (integration_id, job_key, next_check_at)
        SELECT ${integrationId}::int, job_key, ${now}::timestamptz FROM named WHERE job_key IS NOT NULL
        ON CONFLICT DO NOTHING`,
  );
}

/** Jobs of an integration that are due, those that have waited longest first. */
export function listDueJobs(
  on: Queryable,
  { integrationId, now, limit }: { integrationId: number; now: Date; limit: number },
): Promise<DueJob[]> {
  return query(
    on,
    sql`SELECT job_key AS "jobName", failures FROM jenkins_jobs
        WHERE integration_id = ${integrationId} AND next_check_at <= ${now}
        ORDER BY next_check_at, job_key LIMIT ${limit}`,
  );
}

/** Says when a job is looked through again. */
export async function saveJob(
  on: Queryable,
  { integrationId, jobName, failures, nextCheckAt }: DueJob & { integrationId: number; nextCheckAt: Date },
): Promise<void> {
  await execute(
    on,
    sql`UPDATE jenkins_jobs SET failures = ${failures}, next_check_at = ${nextCheckAt}
        WHERE integration_id = ${integrationId} AND job_key = ${jobName}`,
  );
}
