import { buildSeconds } from '../../build-seconds.js';
import { columnsOf, computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { isWholeOf } from '../../same-commit.js';
import { type Sql, sql } from '../../sql.js';

/** The project, and the start of the measured period. */
interface Period {
  readonly projectId: number;
  readonly since: Date;
}

const examples: readonly Period[] = [{ projectId: 1, since: new Date(0) }];

/** As in metrics.ts: measurements that read rows read only the newest ones. */
const NEWEST = 10_000;
const MAX_LISTED = 300;
const MAX_JOBS = 50;

const percentile = (fraction: Sql, value: Sql) =>
  nullable(computed('float8', sql`percentile_cont(${fraction}) WITHIN GROUP (ORDER BY ${value})`));
const p50 = sql`0.5`;
const p95 = sql`0.95`;

const isPassed = sql`status IN ('completed', 'passed_pending_approval')`;

/** The newest builds in the period, with what is measured. The wait of a build that was not queued here is unknown. */
const measured = ({ projectId, since }: Period) => sql`(
  SELECT id, job_name, status, created_at, COALESCE(NULLIF(commit_hash, ''), NULLIF(changelist, '')) AS revision,
    CASE WHEN status IN ('completed', 'failed', 'passed_pending_approval')
      THEN ${buildSeconds} END AS seconds,
    CASE WHEN started_at >= created_at THEN extract(epoch FROM started_at - created_at) END AS queued
  FROM build_runs WHERE project_id = ${projectId} AND created_at >= ${since}
  ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}) b`;

const dayColumns = {
  day: computed('text', sql`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`),
  total: computed('int8', sql`count(*)`),
  passed: computed('int8', sql`count(*) FILTER (WHERE ${isPassed})`),
  failed: computed('int8', sql`count(*) FILTER (WHERE status = 'failed')`),
  p50: percentile(p50, sql`seconds`),
  p95: percentile(p95, sql`seconds`),
  queue: percentile(p50, sql`queued`),
};

/** The builds of one UTC day. */
export interface BuildDayRecord extends RowOf<typeof dayColumns> {}

const buildDays = defineQuery({
  name: 'measure builds by day',
  columns: dayColumns,
  examples,
  build: (period: Period, select) => sql`SELECT ${select} FROM ${measured(period)} GROUP BY 1 ORDER BY 1`,
});

const queueTime = defineQuery({
  name: 'measure queue time',
  columns: { seconds: percentile(p50, sql`queued`) },
  examples,
  build: (period: Period, select) => sql`SELECT ${select} FROM ${measured(period)}`,
});

const jobColumns = {
  job: computed('text', sql`job_name`),
  passed: computed('int8', sql`sum(passed)::bigint`),
  failed: computed('int8', sql`sum(failed)::bigint`),
  repeated: computed('int8', sql`count(*) FILTER (WHERE revision IS NOT NULL AND passed + failed > 1)`),
  flaky: computed('int8', sql`count(*) FILTER (WHERE revision IS NOT NULL AND passed > 0 AND failed > 0)`),
};

const durationColumns = {
  job: computed('text', sql`job_name`),
  p50: percentile(p50, sql`seconds`),
  p95: percentile(p95, sql`seconds`),
  queue: percentile(p50, sql`queued`),
};

/** How reliable a job is, and how long it takes. */
export type MeasuredJobRecord = RowOf<typeof jobColumns> & Omit<RowOf<typeof durationColumns>, 'job'>;

const jobResults = defineQuery({
  name: 'count results of jobs',
  columns: jobColumns,
  examples,
  build: (period: Period, select) =>
    sql`SELECT ${select} FROM (
          SELECT job_name, revision, count(*) FILTER (WHERE ${isPassed}) AS passed,
            count(*) FILTER (WHERE status = 'failed') AS failed
          FROM ${measured(period)} GROUP BY job_name, revision) revisions
        GROUP BY job_name
        ORDER BY 5 DESC, sum(failed)::float8 / GREATEST(1, sum(passed + failed)) DESC, job_name LIMIT ${MAX_JOBS}`,
});

const jobDurations = defineQuery({
  name: 'measure durations of jobs',
  columns: durationColumns,
  examples,
  build: (period: Period, select) => sql`SELECT ${select} FROM ${measured(period)} GROUP BY 1`,
});

const deployment = columnsOf('Deployment', 'd');
const deploymentColumns = {
  id: deployment.id,
  platform: deployment.platform,
  version: deployment.version,
  status: deployment.status,
  at: computed('timestamptz', sql`COALESCE(d.live_at, d.status_at)`),
  changeId: nullable(computed('int8', sql`c.id`)),
  leadSeconds: nullable(
    computed(
      'float8',
      sql`CASE WHEN d.live_at >= c.timestamp THEN extract(epoch FROM d.live_at - c.timestamp)::float8 END`,
    ),
  ),
};

/** A deployment that went live, was rejected or was rolled back, and how long its change took to go live. */
export interface MeasuredDeploymentRecord extends RowOf<typeof deploymentColumns> {}

const deployments = defineQuery({
  name: 'list measured deployments',
  columns: deploymentColumns,
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select}
        FROM (SELECT * FROM deployments
              WHERE project_id = ${projectId} AND created_at >= ${since}
                AND (live_at IS NOT NULL OR status IN ('rejected', 'rolled_back'))
              ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}) d
        LEFT JOIN LATERAL (SELECT commit_hash, changelist FROM build_runs
                           WHERE id = d.build_run_id AND project_id = ${projectId} LIMIT 1) b ON true
        LEFT JOIN LATERAL (
          SELECT c.id, c.timestamp FROM (VALUES (d.commit_hash), (b.commit_hash), (b.changelist)) named(identifier),
            LATERAL (SELECT id, timestamp FROM changes
                     WHERE project_id = ${projectId} AND named.identifier <> ''
                       AND ${isWholeOf(sql`changes.identifier`, sql`named.identifier`)}
                     ORDER BY timestamp LIMIT 1) c
          ORDER BY c.timestamp LIMIT 1) c ON true
        ORDER BY d.created_at DESC, d.id DESC`,
});

const restoreColumns = {
  job: computed('text', sql`failed.job_name`),
  failedId: computed('int8', sql`failed.id`),
  failedNumber: computed('text', sql`failed.build_number`),
  passedId: computed('int8', sql`passed.id`),
  passedNumber: computed('text', sql`passed.build_number`),
  at: computed('timestamptz', sql`passed.finished_at`),
  seconds: computed('float8', sql`extract(epoch FROM passed.finished_at - failed.finished_at)::float8`),
};

/** A failed build, and the job's next passing build. */
export interface RestoreRecord extends RowOf<typeof restoreColumns> {}

const restores = defineQuery({
  name: 'list restores',
  columns: restoreColumns,
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select}
        FROM (SELECT * FROM build_runs
              WHERE project_id = ${projectId} AND status = 'failed' AND finished_at >= ${since}
              ORDER BY finished_at DESC LIMIT ${MAX_LISTED}) failed,
          LATERAL (SELECT b.id, b.build_number, b.finished_at FROM build_runs b
                   WHERE b.project_id = ${projectId} AND b.job_key = failed.job_key
                     AND b.integration_id = failed.integration_id AND b.status = 'completed'
                     AND b.finished_at > failed.finished_at
                   ORDER BY b.finished_at LIMIT 1) passed
        ORDER BY passed.finished_at DESC, failed.id DESC`,
});

/** The data behind a project's charts. */
export interface MetricSeriesRecord {
  readonly builds: readonly BuildDayRecord[];
  readonly queueSeconds: number | null;
  readonly jobs: readonly MeasuredJobRecord[];
  readonly deployments: readonly MeasuredDeploymentRecord[];
  readonly restores: readonly RestoreRecord[];
}

/** Reads the series behind a project's metrics since a given time. */
async function readMetricSeries(
  { pool }: DatabaseHandle,
  projectId: number,
  since: Date,
): Promise<MetricSeriesRecord> {
  const period = { projectId, since };
  const [builds, queue, results, durations, shipped, restored] = await Promise.all([
    buildDays.all(pool, period),
    queueTime.first(pool, period),
    jobResults.all(pool, period),
    jobDurations.all(pool, period),
    deployments.all(pool, period),
    restores.all(pool, period),
  ]);
  const timesOf = new Map(durations.map(({ job, ...times }) => [job, times]));
  const unknown = { p50: null, p95: null, queue: null };
  return {
    builds,
    queueSeconds: queue?.seconds ?? null,
    jobs: results.map((result) => ({ ...result, ...(timesOf.get(result.job) ?? unknown) })),
    deployments: shipped,
    restores: restored,
  };
}

export const reads = { readMetricSeries };
