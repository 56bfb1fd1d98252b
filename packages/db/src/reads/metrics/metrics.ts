import type { BuildStatus, DeploymentStatus } from '@slipway/contracts';
import { buildSeconds } from '../../build-seconds.js';
import { PASSED_OR_FAILED } from '../../build-status.js';
import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { Found } from '../../records.js';
import { type Sql, sql } from '../../sql.js';
import { outages } from './outages.js';
import { EXAMPLE, median, NEWEST, type Period, p95, seconds } from './period.js';
import { hasFailed, shipped } from './shipped.js';

const examples: readonly Period[] = [EXAMPLE];

/** What a project's metrics are computed from; null where nothing was measured. */
async function readMetrics({ pool }: DatabaseHandle, projectId: number, since: Date) {
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

/** Counts the rows of a table by their status, each from one range of an index. */
const countByStatus = <Status extends string>(table: 'builds' | 'deployments', statuses: Sql, rows: Sql) =>
  defineQuery({
    name: `count ${table} by status`,
    columns: {
      status: computed<'text', Status>('text', sql`s.status::text`),
      count: computed('int8', sql`n.count`),
    },
    examples,
    build: ({ projectId, since }: Period, select) =>
      sql`SELECT ${select} FROM unnest(enum_range(NULL::${statuses})) AS s(status),
            LATERAL (SELECT count(*) AS count FROM ${rows} r
                     WHERE r.project_id = ${projectId} AND r.status = s.status AND r.created_at >= ${since}) n`,
  });

const buildCounts = countByStatus<BuildStatus>('builds', sql`build_status`, sql`build_runs`);
const deploymentCounts = countByStatus<DeploymentStatus>('deployments', sql`deployment_status`, sql`deployments`);

const buildDurations = defineQuery({
  name: 'measure build durations',
  columns: { median: median(sql`seconds`), p95: p95(sql`seconds`) },
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

const changeCounts = defineQuery({
  name: 'count changes',
  columns: { total: computed('int8', sql`total`), authors: computed('int8', sql`authors`) },
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

const endedDeployments = defineQuery({
  name: 'measure ended deployments',
  columns: {
    failed: computed('int8', sql`count(*) FILTER (WHERE ${hasFailed})`),
    finished: computed('int8', sql`count(*)`),
    leadSeconds: median(sql`lead`),
  },
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

export type MetricsRecord = Found<typeof readMetrics>;

export const reads = { readMetrics };
