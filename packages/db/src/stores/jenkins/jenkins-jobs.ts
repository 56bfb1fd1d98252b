import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** A job that is due to be searched for missed builds. */
export interface DueJob {
  readonly jobKey: string;
  readonly failures: number;
}

const MAX_JOBS = 5_000;

interface PolledIntegration {
  readonly integrationId: number;
  readonly now: Date;
}

/** SQL, because Prisma would read every build to find distinct names; this takes one index step per job. */
const insertJobs = defineQuery({
  name: 'register jobs',
  columns: {},
  examples: [{ integrationId: 1, now: new Date(0) }],
  build: ({ integrationId, now }: PolledIntegration) => sql`
    WITH RECURSIVE named AS (
      (SELECT job_key, 1 AS n FROM build_runs WHERE integration_id = ${integrationId} ORDER BY job_key LIMIT 1)
      UNION ALL
      SELECT (SELECT b.job_key FROM build_runs b
              WHERE b.integration_id = ${integrationId} AND b.job_key > named.job_key
              ORDER BY b.job_key LIMIT 1), n + 1
      FROM named WHERE job_key IS NOT NULL AND n < ${MAX_JOBS})
    INSERT INTO jenkins_jobs (integration_id, job_key, next_check_at)
    SELECT ${integrationId}::int, job_key, ${now}::timestamptz FROM named WHERE job_key IS NOT NULL
    ON CONFLICT DO NOTHING`,
});

/** Registers the jobs named in an integration's reports. */
export async function registerJobs({ pool }: DatabaseHandle, integration: PolledIntegration): Promise<void> {
  await insertJobs.execute(pool, integration);
}

/** An integration's due jobs, longest overdue first. */
export function listDueJobs(
  { prisma }: DatabaseHandle,
  { integrationId, now, limit }: PolledIntegration & { readonly limit: number },
): Promise<DueJob[]> {
  return prisma.jenkinsJob.findMany({
    where: { integrationId, nextCheckAt: { lte: now } },
    orderBy: [{ nextCheckAt: 'asc' }, { jobKey: 'asc' }],
    take: limit,
    select: { jobKey: true, failures: true },
  });
}

/** Sets when to search a job again. */
export async function saveJob(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, failures, nextCheckAt }: DueJob & { integrationId: number; nextCheckAt: Date },
): Promise<void> {
  await prisma.jenkinsJob.updateMany({ where: { integrationId, jobKey }, data: { failures, nextCheckAt } });
}
