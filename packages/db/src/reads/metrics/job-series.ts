import { buildSeconds } from '../../build-seconds.js';
import { NOT_SEARCHED, PASSED } from '../../build-status.js';
import { computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import {
  bySpan,
  type ComparedPeriods,
  EXAMPLE,
  median,
  NEWEST,
  type Period,
  p95,
  spanColumns,
  spanOf,
} from './period.js';

const MAX_JOBS = 200;
/** As in sidebar-projects.ts: without a chosen one, the job that these builds contain most often is the main job. */
const RECENT = 500;

const jobColumns = {
  job: computed('text', sql`b.job_name`),
  keys: computed('text[]', sql`array_agg(DISTINCT b.job_key)`),
};

/** A job that ran in a period, and its keys: jobs of several tools may have the same name. */
export interface MeasurableJobRecord extends RowOf<typeof jobColumns> {}

/** The jobs that ran in a period, the main job first. */
const jobs = defineQuery({
  name: 'list measurable jobs',
  columns: jobColumns,
  examples: [EXAMPLE],
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM projects p, LATERAL (
          SELECT job_name, job_key, created_at, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place
          FROM (SELECT id, job_name, job_key, created_at FROM build_runs
                WHERE project_id = p.id AND created_at >= ${since}::timestamptz AND ${NOT_SEARCHED}
                ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}) newest) b
        WHERE p.id = ${projectId}
        GROUP BY b.job_name, p.main_job_name
        ORDER BY b.job_name IS NOT DISTINCT FROM p.main_job_name DESC,
          count(*) FILTER (WHERE b.place <= ${RECENT}) DESC, max(b.created_at) DESC
        LIMIT ${MAX_JOBS}`,
});

/** How many of a day's builds are measured, the newest first. */
const MEASURED_OF_DAY = 200;

const spanOfJobColumns = {
  ...spanColumns,
  builds: computed('int8', sql`count(*)`),
  p50: median(sql`seconds`),
  p95: p95(sql`seconds`),
  queue: median(sql`queued`),
};

/** The passing builds of a job in a period or on a day. */
export interface JobSpanRecord extends RowOf<typeof spanOfJobColumns> {}

type JobPeriods = ComparedPeriods & MeasurableJobRecord;

/** Reads one index range per day, so that the cost does not grow with the number of builds. */
const jobSpans = defineQuery({
  name: 'measure builds of a job by day',
  columns: spanOfJobColumns,
  examples: [{ ...EXAMPLE, job: 'Harbor-Win64', keys: ['Harbor-Win64'] }],
  build: ({ job, keys, ...periods }: JobPeriods, select) =>
    sql`SELECT ${select} FROM (
          SELECT ${spanOf(sql`starts`, periods)}, b.seconds, b.queued
          FROM unnest(${keys}::text[]) AS key(job_key),
            (SELECT starts, lead(starts, 1, 'infinity') OVER (ORDER BY starts) AS ends
             FROM unnest(${periods.dayStarts}::timestamptz[]) AS starts) days,
            LATERAL (
              SELECT ${buildSeconds} AS seconds,
                CASE WHEN started_at >= created_at THEN extract(epoch FROM started_at - created_at)::float8 END AS queued
              FROM build_runs
              WHERE project_id = ${periods.projectId} AND job_key = key.job_key AND status ${PASSED} AND job_name = ${job}
                AND finished_at >= starts AND finished_at < ends
                AND (starts >= ${periods.since}::timestamptz OR finished_at < ${periods.beforeUntil}::timestamptz)
              ORDER BY finished_at DESC LIMIT ${MEASURED_OF_DAY}) b) measured
        ${bySpan} ORDER BY 2`,
});

/** Measures a job's passing builds in a period and the one before it. A build belongs to the day on which it finished. */
function measureJob(
  { pool }: DatabaseHandle,
  periods: ComparedPeriods,
  job: MeasurableJobRecord,
): Promise<JobSpanRecord[]> {
  return jobSpans.all(pool, { ...periods, ...job });
}

/** Jobs with fewer finished builds are left out: their results say little. */
const MIN_FINISHED = 5;
const MAX_FLAKY = 50;

const flakyColumns = {
  job: computed('text', sql`max(job_name)`),
  finished: computed('int8', sql`sum(passed + failed)::bigint`),
  repeated: computed('int8', sql`count(*) FILTER (WHERE revision IS NOT NULL AND passed + failed > 1)`),
  flaky: computed('int8', sql`count(*) FILTER (WHERE is_flaky)`),
  lastRevision: computed('text', sql`(array_agg(revision ORDER BY last_at DESC) FILTER (WHERE is_flaky))[1]`),
};

/** The project's flaky jobs, those with the most flaky revisions first. */
const flakyJobs = defineQuery({
  name: 'list flaky jobs',
  columns: flakyColumns,
  examples: [EXAMPLE],
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM (
          SELECT *, COALESCE(revision IS NOT NULL AND passed > 0 AND failed > 0, false) AS is_flaky FROM (
            SELECT integration_id, job_key, revision, max(job_name) AS job_name, max(created_at) AS last_at,
              count(*) FILTER (WHERE status ${PASSED}) AS passed, count(*) FILTER (WHERE status = 'failed') AS failed
            FROM (SELECT integration_id, job_key, job_name, status, created_at,
                    COALESCE(NULLIF(commit_hash, ''), NULLIF(changelist, '')) AS revision
                  FROM build_runs
                  WHERE project_id = ${projectId} AND created_at >= ${since}::timestamptz AND ${NOT_SEARCHED}
                  ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}) newest
            GROUP BY integration_id, job_key, revision) grouped) revisions
        GROUP BY integration_id, job_key
        HAVING count(*) FILTER (WHERE is_flaky) > 0 AND sum(passed + failed) >= ${MIN_FINISHED}
        ORDER BY 4 DESC, 3, 1 LIMIT ${MAX_FLAKY}`,
});

const coverageColumns = { from: nullable(computed('timestamptz', sql`min(created_at)`)) };

const coverage = defineQuery({
  name: 'find oldest measured build',
  columns: coverageColumns,
  examples: [EXAMPLE],
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM (SELECT created_at FROM build_runs
          WHERE project_id = ${projectId} AND created_at >= ${since}::timestamptz
          ORDER BY created_at DESC, id DESC OFFSET ${NEWEST - 1} LIMIT 1) oldest`,
});

/** Where the search for jobs and flaky revisions ended if a period has more builds than it examines, otherwise null. */
async function findOldestMeasured({ pool }: DatabaseHandle, period: Period): Promise<Date | null> {
  return (await coverage.first(pool, period))?.from ?? null;
}

export const reads = {
  listMeasurableJobs: jobs.list,
  measureJob,
  listFlakyJobs: flakyJobs.list,
  findOldestMeasured,
};
