import type { BuildStatus, DeploymentStatus } from '@slipway/contracts';
import { isWholeOf } from '../same-commit.js';
import { type Queryable, query, queryOne, sql } from '../sql.js';

/** What a project's metrics are computed from; null where nothing was measured. */
export interface MetricsRecord {
  readonly builds: Readonly<Partial<Record<BuildStatus, number>>>;
  readonly durations: { readonly median: number | null; readonly p95: number | null };
  readonly changes: { readonly total: number; readonly authors: number };
  readonly deployments: Readonly<Partial<Record<DeploymentStatus, number>>>;
  readonly leadTime: number | null;
  readonly timeToRestore: number | null;
}

/**
 * Counts are exact, from an index alone. What has to look at rows looks at no more than the newest of them, so that
 * the busiest project is answered as well.
 */
const NEWEST = 10_000;

/** Reads the metrics of a project since a moment. */
async function readMetrics(on: Queryable, projectId: number, since: Date): Promise<MetricsRecord> {
  const [builds, durations, changes, deployments, leadTime, timeToRestore] = await Promise.all([
    countBuilds(on, projectId, since),
    measureDurations(on, projectId, since),
    countChanges(on, projectId, since),
    countDeployments(on, projectId, since),
    measureLeadTime(on, projectId, since),
    measureTimeToRestore(on, projectId, since),
  ]);
  return { builds, durations, changes, deployments, leadTime, timeToRestore };
}

type Counts<Status extends string> = Partial<Record<Status, number>>;

function byStatus<Status extends string>(rows: readonly { status: Status; count: number }[]): Counts<Status> {
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Counts<Status>;
}

async function countBuilds(on: Queryable, projectId: number, since: Date): Promise<Counts<BuildStatus>> {
  return byStatus(
    await query<{ status: BuildStatus; count: number }>(
      on,
      sql`SELECT s.status, n.count FROM unnest(enum_range(NULL::build_status)) AS s(status),
            LATERAL (SELECT count(*) AS count FROM build_runs b
                     WHERE b.project_id = ${projectId} AND b.status = s.status AND b.created_at >= ${since}) n`,
    ),
  );
}

async function countDeployments(on: Queryable, projectId: number, since: Date): Promise<Counts<DeploymentStatus>> {
  return byStatus(
    await query<{ status: DeploymentStatus; count: number }>(
      on,
      sql`SELECT s.status, n.count FROM unnest(enum_range(NULL::deployment_status)) AS s(status),
            LATERAL (SELECT count(*) AS count FROM deployments d
                     WHERE d.project_id = ${projectId} AND d.status = s.status AND d.created_at >= ${since}) n`,
    ),
  );
}

async function measureDurations(
  on: Queryable,
  projectId: number,
  since: Date,
): Promise<MetricsRecord['durations']> {
  const row = await queryOne<MetricsRecord['durations']>(
    on,
    sql`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
               percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) AS p95
        FROM (SELECT COALESCE(duration_seconds, extract(epoch FROM finished_at - started_at)) AS seconds
              FROM build_runs
              WHERE project_id = ${projectId} AND created_at >= ${since}
                AND status IN ('completed', 'failed', 'passed_pending_approval')
              ORDER BY created_at DESC LIMIT ${NEWEST}) finished
        WHERE seconds >= 0`,
  );
  return row ?? { median: null, p95: null };
}

async function countChanges(on: Queryable, projectId: number, since: Date): Promise<MetricsRecord['changes']> {
  const row = await queryOne<MetricsRecord['changes']>(
    on,
    sql`SELECT (SELECT count(*) FROM changes
                WHERE project_id = ${projectId} AND orphaned_at IS NULL AND timestamp >= ${since}) AS total,
               (SELECT count(DISTINCT who) FROM (
                  SELECT COALESCE('user ' || author_user_id, author_uid, NULLIF(author, '')) AS who FROM changes
                  WHERE project_id = ${projectId} AND orphaned_at IS NULL AND timestamp >= ${since}
                  ORDER BY timestamp DESC LIMIT ${NEWEST}) submitted) AS authors`,
  );
  return row ?? { total: 0, authors: 0 };
}

/**
 * From a change to its first live deployment, through the build or the commit that the deployment names. Both are
 * looked up one by one: the limits inside keep the planner from reading the tables whole instead.
 */
async function measureLeadTime(on: Queryable, projectId: number, since: Date): Promise<number | null> {
  const row = await queryOne<{ seconds: number | null }>(
    on,
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
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM shipped.live_at - change.timestamp))
               AS seconds
        FROM shipped,
          LATERAL (SELECT c.timestamp FROM changes c
                   WHERE c.project_id = ${projectId} AND ${isWholeOf(sql`c.identifier`, sql`shipped.identifier`)}
                   ORDER BY c.timestamp LIMIT 1) change
        WHERE shipped.live_at >= change.timestamp`,
  );
  return row?.seconds ?? null;
}

/** From a failed build to the next one of its job that passed; failures not yet made good are left out. */
async function measureTimeToRestore(on: Queryable, projectId: number, since: Date): Promise<number | null> {
  const row = await queryOne<{ seconds: number | null }>(
    on,
    sql`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM passed.finished_at - failed.finished_at))
               AS seconds
        FROM (SELECT integration_id, job_key, finished_at FROM build_runs
              WHERE project_id = ${projectId} AND status = 'failed' AND finished_at >= ${since}
              ORDER BY finished_at DESC LIMIT ${NEWEST}) failed,
          LATERAL (SELECT b.finished_at FROM build_runs b
                   WHERE b.project_id = ${projectId} AND b.job_key = failed.job_key
                     AND b.integration_id = failed.integration_id AND b.status = 'completed'
                     AND b.finished_at > failed.finished_at
                   ORDER BY b.finished_at LIMIT 1) passed`,
  );
  return row?.seconds ?? null;
}

export const reads = { readMetrics };
