import type { BuildStatus, DeploymentStatus } from '@slipway/contracts';
import { buildSeconds } from '../../build-seconds.js';
import { PASSED_OR_FAILED } from '../../build-status.js';
import { computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { outages } from './outages.js';
import { EXAMPLE, median, NEWEST, type Period, p95, seconds } from './period.js';
import { hasFailed, shipped } from './shipped.js';

/** What a project's metrics are computed from; null where nothing was measured. */
export interface MetricsRecord {
  readonly builds: Readonly<Partial<Record<BuildStatus, number>>>;
  readonly durations: RowOf<typeof durationColumns>;
  readonly changes: RowOf<typeof changeColumns>;
  readonly deployments: Readonly<Partial<Record<DeploymentStatus, number>>>;
  readonly shipped: RowOf<typeof shippedColumns>;
  readonly timeToRestore: number | null;
}

const examples: readonly Period[] = [EXAMPLE];

async function readMetrics({ pool }: DatabaseHandle, projectId: number, since: Date): Promise<MetricsRecord> {
  const period = { projectId, since };
  const [builds, durations, changes, deployments, ended, timeToRestore] = await Promise.all([
    buildCounts.all(pool, period),
    buildDurations.first(pool, period),
    changeCounts.first(pool, period),
    deploymentCounts.all(pool, period),
    endedDeployments.first(pool, period),
    restoreTimes.first(pool, period),
  ]);
  return {
    builds: byStatus(builds),
    durations: durations ?? { median: null, p95: null },
    changes: changes ?? { total: 0, authors: 0 },
    deployments: byStatus(deployments),
    shipped: ended ?? { failed: 0, finished: 0, leadSeconds: null },
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

const durationColumns = {
  median: median(sql`seconds`),
  p95: p95(sql`seconds`),
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
                AND status ${PASSED_OR_FAILED}
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

const shippedColumns = {
  failed: computed('int8', sql`count(*) FILTER (WHERE ${hasFailed})`),
  finished: computed('int8', sql`count(*)`),
  leadSeconds: median(sql`lead`),
};

const endedDeployments = defineQuery({
  name: 'measure ended deployments',
  columns: shippedColumns,
  examples,
  build: (period: Period, select) => sql`SELECT ${select} FROM ${shipped(period)} s`,
});

const restoreTimes = defineQuery({
  name: 'measure time to restore',
  columns: { seconds: median(seconds(sql`restored_at - broken_at`)) },
  examples,
  build: (period: Period, select) =>
    sql`SELECT ${select} FROM ${outages(period)} o WHERE restored_at >= ${period.since}::timestamptz`,
});

export const reads = { readMetrics };
