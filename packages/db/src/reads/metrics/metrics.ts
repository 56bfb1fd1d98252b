import type { BuildStatus, DeploymentStatus } from '@slipway/contracts';
import { buildSeconds } from '../../build-seconds.js';
import { computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { isWholeOf } from '../../same-commit.js';
import { type Sql, sql } from '../../sql.js';

/** What a project's metrics are computed from; null where nothing was measured. */
export interface MetricsRecord {
  readonly builds: Readonly<Partial<Record<BuildStatus, number>>>;
  readonly durations: RowOf<typeof durationColumns>;
  readonly changes: RowOf<typeof changeColumns>;
  readonly deployments: Readonly<Partial<Record<DeploymentStatus, number>>>;
  readonly leadTime: number | null;
  readonly timeToRestore: number | null;
}

/** The project, and the start of the measured period. */
interface Period {
  readonly projectId: number;
  readonly since: Date;
}

const examples: readonly Period[] = [{ projectId: 1, since: new Date(0) }];

/**
 * Counts are exact and come from an index alone. Measurements that read rows read only the newest ones, so that even
 * the busiest project gets an answer.
 */
const NEWEST = 10_000;

/** Reads a project's metrics since a given time. */
async function readMetrics({ pool }: DatabaseHandle, projectId: number, since: Date): Promise<MetricsRecord> {
  const period = { projectId, since };
  const [builds, durations, changes, deployments, leadTime, timeToRestore] = await Promise.all([
    buildCounts.all(pool, period),
    buildDurations.first(pool, period),
    changeCounts.first(pool, period),
    deploymentCounts.all(pool, period),
    leadTimes.first(pool, period),
    restoreTimes.first(pool, period),
  ]);
  return {
    builds: byStatus(builds),
    durations: durations ?? { median: null, p95: null },
    changes: changes ?? { total: 0, authors: 0 },
    deployments: byStatus(deployments),
    leadTime: leadTime?.seconds ?? null,
    timeToRestore: timeToRestore?.seconds ?? null,
  };
}

type Counts<Status extends string> = Partial<Record<Status, number>>;

function byStatus<Status extends string>(rows: readonly { status: Status; count: number }[]): Counts<Status> {
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Counts<Status>;
}

const countColumns = <Status extends string>() => ({
  status: computed<'text', Status>('text', sql`s.status::text`),
  count: computed('int8', sql`n.count`),
});

const buildCounts = defineQuery({
  name: 'count builds by status',
  columns: countColumns<BuildStatus>(),
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM unnest(enum_range(NULL::build_status)) AS s(status),
          LATERAL (SELECT count(*) AS count FROM build_runs b
                   WHERE b.project_id = ${projectId} AND b.status = s.status AND b.created_at >= ${since}) n`,
});

const deploymentCounts = defineQuery({
  name: 'count deployments by status',
  columns: countColumns<DeploymentStatus>(),
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM unnest(enum_range(NULL::deployment_status)) AS s(status),
          LATERAL (SELECT count(*) AS count FROM deployments d
                   WHERE d.project_id = ${projectId} AND d.status = s.status AND d.created_at >= ${since}) n`,
});

const percentile = (fraction: Sql, value: Sql) =>
  sql`percentile_cont(${fraction}) WITHIN GROUP (ORDER BY ${value})`;
const seconds = (time: Sql) => sql`extract(epoch FROM ${time})`;
const median = (value: Sql) => nullable(computed('float8', percentile(sql`0.5`, value)));

const durationColumns = {
  median: median(sql`seconds`),
  p95: nullable(computed('float8', percentile(sql`0.95`, sql`seconds`))),
};

const buildDurations = defineQuery({
  name: 'measure build durations',
  columns: durationColumns,
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select}
        FROM (SELECT ${buildSeconds} AS seconds
              FROM build_runs
              WHERE project_id = ${projectId} AND created_at >= ${since}
                AND status IN ('completed', 'failed', 'passed_pending_approval')
              ORDER BY created_at DESC LIMIT ${NEWEST}) finished
        WHERE seconds IS NOT NULL`,
});

const changeColumns = {
  total: computed('int8', sql`total`),
  authors: computed('int8', sql`authors`),
};

const changeCounts = defineQuery({
  name: 'count changes',
  columns: changeColumns,
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select} FROM (SELECT
          (SELECT count(*) FROM changes
           WHERE project_id = ${projectId} AND orphaned_at IS NULL AND timestamp >= ${since}) AS total,
          (SELECT count(DISTINCT who) FROM (
             SELECT COALESCE('user ' || author_user_id, author_uid, NULLIF(author, '')) AS who FROM changes
             WHERE project_id = ${projectId} AND orphaned_at IS NULL AND timestamp >= ${since}
             ORDER BY timestamp DESC LIMIT ${NEWEST}) submitted) AS authors) counts`,
});

/**
 * From a change to its first live deployment, through the build or the commit that the deployment names. Each is looked
 * up individually: the inner limits keep the planner from reading whole tables instead.
 */
const leadTimes = defineQuery({
  name: 'measure lead time',
  columns: { seconds: median(seconds(sql`shipped.live_at - change.timestamp`)) },
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`WITH live AS (
          SELECT build_run_id, commit_hash, live_at FROM deployments
          WHERE project_id = ${projectId} AND created_at >= ${since} AND live_at IS NOT NULL
          ORDER BY created_at DESC LIMIT ${NEWEST}
        ), shipped AS (
          SELECT named.identifier, min(live.live_at) AS live_at
          FROM live
          LEFT JOIN LATERAL (SELECT b.commit_hash, b.changelist FROM build_runs b
                             WHERE b.id = live.build_run_id AND b.project_id = ${projectId} LIMIT 1) built ON true,
          LATERAL (VALUES (live.commit_hash), (built.commit_hash), (built.changelist)) named(identifier)
          WHERE named.identifier <> '' GROUP BY named.identifier
        )
        SELECT ${select}
        FROM shipped,
          LATERAL (SELECT c.timestamp FROM changes c
                   WHERE c.project_id = ${projectId} AND ${isWholeOf(sql`c.identifier`, sql`shipped.identifier`)}
                   ORDER BY c.timestamp LIMIT 1) change
        WHERE shipped.live_at >= change.timestamp`,
});

/** From a failed build to the job's next passing build; failures without one are left out. */
const restoreTimes = defineQuery({
  name: 'measure time to restore',
  columns: { seconds: median(seconds(sql`passed.finished_at - failed.finished_at`)) },
  examples,
  build: ({ projectId, since }: Period, select) =>
    sql`SELECT ${select}
        FROM (SELECT integration_id, job_key, finished_at FROM build_runs
              WHERE project_id = ${projectId} AND status = 'failed' AND finished_at >= ${since}
              ORDER BY finished_at DESC LIMIT ${NEWEST}) failed,
          LATERAL (SELECT b.finished_at FROM build_runs b
                   WHERE b.project_id = ${projectId} AND b.job_key = failed.job_key
                     AND b.integration_id = failed.integration_id AND b.status = 'completed'
                     AND b.finished_at > failed.finished_at
                   ORDER BY b.finished_at LIMIT 1) passed`,
});

export const reads = { readMetrics };
