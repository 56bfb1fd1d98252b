import type { DatabaseHandle } from '../../database.js';

/** A job that is due to be searched for missed builds. */
export interface DueJob {
  readonly jobKey: string;
  readonly failures: number;
}

const MAX_JOBS = 5_000;

/** Registers the jobs that reports of an integration name. */
export async function registerJobs(
  { prisma }: DatabaseHandle,
  { integrationId, now }: { integrationId: number; now: Date },
): Promise<void> {
  // SQL, because Prisma reads every build to find distinct names; this takes one step in the index per job.
  await prisma.$executeRaw`
    WITH RECURSIVE named AS (
      (SELECT job_key, 1 AS n FROM build_runs WHERE integration_id = ${integrationId} ORDER BY job_key LIMIT 1)
      UNION ALL
      SELECT (SELECT b.job_key FROM build_runs b
              WHERE b.integration_id = ${integrationId} AND b.job_key > named.job_key
              ORDER BY b.job_key LIMIT 1), n + 1
      FROM named WHERE job_key IS NOT NULL AND n < ${MAX_JOBS})
    INSERT INTO jenkins_jobs (integration_id, job_key, next_check_at)
    SELECT ${integrationId}::int, job_key, ${now}::timestamptz FROM named WHERE job_key IS NOT NULL
    ON CONFLICT DO NOTHING`;
}

/** Jobs of an integration that are due, the longest overdue first. */
export function listDueJobs(
  { prisma }: DatabaseHandle,
  { integrationId, now, limit }: { integrationId: number; now: Date; limit: number },
): Promise<DueJob[]> {
  return prisma.jenkinsJob.findMany({
    where: { integrationId, nextCheckAt: { lte: now } },
    orderBy: [{ nextCheckAt: 'asc' }, { jobKey: 'asc' }],
    take: limit,
    select: { jobKey: true, failures: true },
  });
}

/** Sets when a job is searched again. */
export async function saveJob(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, failures, nextCheckAt }: DueJob & { integrationId: number; nextCheckAt: Date },
): Promise<void> {
  await prisma.jenkinsJob.updateMany({ where: { integrationId, jobKey }, data: { failures, nextCheckAt } });
}
