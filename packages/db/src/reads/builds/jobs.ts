import { buildSeconds } from '../../build-seconds.js';
import { NOT_SEARCHED, PASSED } from '../../build-status.js';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { mainJobName } from '../../main-job.js';
import { type Sql, sql } from '../../sql.js';
import { toBuildRun } from './build-runs.js';

/** How many of a project's latest builds to search for its jobs. */
const RECENT = 1_000;
const SHOWN_OF_JOB = 30;

const recent = columnsOf('BuildRun', 'r');
const columns = {
  ...pick(
    recent,
    'id',
    'jobKey',
    'jobName',
    'buildNumber',
    'status',
    'branch',
    'startedAt',
    'finishedAt',
    'durationSeconds',
    'createdAt',
  ),
  isMain: computed('bool', sql`r.job_name IS NOT DISTINCT FROM p.main_job_name`),
  /** How many of the recent builds belong to the job. */
  ran: computed('int8', sql`r.ran`),
};

export interface JobBuildRecord extends RowOf<typeof columns> {}

const recentBuilds = defineQuery({
  name: 'list recent builds of jobs',
  columns,
  examples: [1],
  build: (projectId: number, select) =>
    sql`SELECT ${select} FROM projects p, LATERAL (
          SELECT *, row_number() OVER (PARTITION BY job_name ORDER BY created_at DESC, id DESC) AS place,
            count(*) OVER (PARTITION BY job_name) AS ran
          FROM (SELECT * FROM build_runs WHERE project_id = p.id AND ${NOT_SEARCHED}
                ORDER BY created_at DESC, id DESC LIMIT ${RECENT}) latest) r
        WHERE p.id = ${projectId} AND r.place <= ${SHOWN_OF_JOB}
        ORDER BY r.created_at, r.id`,
});

/** The latest builds of every job that ran recently, oldest first. */
async function listRecentJobBuilds({ pool }: DatabaseHandle, projectId: number): Promise<JobBuildRecord[]> {
  return (await recentBuilds.all(pool, projectId)).map(toBuildRun);
}

const mainJob = defineQuery({
  name: 'find main job',
  columns: { name: nullable(computed('text', mainJobName)) },
  examples: [1],
  build: (projectId: number, select) => sql`SELECT ${select} FROM projects p WHERE p.id = ${projectId}`,
});

/** The name of a project's main job; null if nobody chose one and no job has run. */
async function findMainJob({ pool }: DatabaseHandle, projectId: number): Promise<string | null> {
  return (await mainJob.first(pool, projectId))?.name ?? null;
}

/** How many passing builds a median is computed from. */
const MEDIAN_SAMPLE_SIZE = 30;

/** Selects how many `seconds` a passing build of a job usually takes; null if none has passed. */
export const usualSeconds = (projectId: Sql, jobKey: Sql): Sql =>
  sql`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS seconds FROM (
        SELECT ${buildSeconds} AS seconds
        FROM build_runs
        WHERE project_id = ${projectId} AND job_key = ${jobKey}
          AND status ${PASSED}
        ORDER BY finished_at DESC LIMIT ${MEDIAN_SAMPLE_SIZE}) passed
      WHERE seconds IS NOT NULL`;

const medians = defineQuery({
  name: 'measure job medians',
  columns: {
    jobKey: computed('text', sql`j.job_key`),
    seconds: nullable(computed('float8', sql`m.seconds`)),
  },
  examples: [{ projectId: 1, jobKeys: ['Harbor-Win64'] }],
  build: ({ projectId, jobKeys }: { projectId: number; jobKeys: readonly string[] }, select) =>
    sql`SELECT ${select} FROM unnest(${jobKeys}::text[]) AS j(job_key),
          LATERAL (${usualSeconds(sql`${projectId}`, sql`j.job_key`)}) m`,
});

/** The median duration of each job's latest passing builds, by job key. Omits jobs that never passed. */
async function measureJobMedians(
  { pool }: DatabaseHandle,
  projectId: number,
  jobKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await medians.all(pool, { projectId, jobKeys: [...new Set(jobKeys)] });
  return new Map(rows.flatMap(({ jobKey, seconds }) => (seconds === null ? [] : [[jobKey, seconds]])));
}

export const reads = { listRecentJobBuilds, findMainJob, measureJobMedians };
