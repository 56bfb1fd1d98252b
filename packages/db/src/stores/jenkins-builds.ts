import type { BuildReport } from '@slipway/domain';
import { execute, type Queryable, query, queryOne, sql } from '../sql.js';
import { applyOperations } from './apply/apply-operations.js';
import { lockProjects } from './apply/engine/lock-projects.js';
import type { DeliveryScope } from './apply/engine/scoped-operation.js';

/** Which build of which integration. */
export interface PolledBuildKey {
  readonly integrationId: number;
  readonly jobName: string;
  readonly buildNumber: string;
}

/** How far reading a build has come. */
export interface PolledBuildState {
  readonly startedAt: Date | null;
  readonly logOffset: number;
  readonly logStoredAt: Date | null;
  readonly queueItem: number | null;
  readonly failures: number;
  readonly nextPollAt: Date;
  readonly settledAt: Date | null;
}

/** A build whose turn it is. */
export interface DueBuild extends PolledBuildKey, PolledBuildState {
  /** The job's next number when Jenkins was asked to start it, 0 where it did not tell; null when it was not asked. */
  readonly askedFrom: number | null;
}

/** Builds of an integration that are due, those that have waited longest first. */
export function listDueBuilds(
  on: Queryable,
  { integrationId, now, limit }: { integrationId: number; now: Date; limit: number },
): Promise<DueBuild[]> {
  return query(
    on,
    sql`SELECT integration_id AS "integrationId", job_key AS "jobName", build_number AS "buildNumber",
          started_at AS "startedAt", log_offset AS "logOffset", log_stored_at AS "logStoredAt",
          queue_item AS "queueItem", asked_from AS "askedFrom", failures, next_poll_at AS "nextPollAt", settled_at AS "settledAt"
        FROM jenkins_builds
        WHERE integration_id = ${integrationId} AND settled_at IS NULL AND next_poll_at <= ${now}
        ORDER BY next_poll_at, job_key, build_number LIMIT ${limit}`,
  );
}

/** Keeps how far reading has come. */
export async function savePolledBuild(tx: Queryable, key: PolledBuildKey, state: PolledBuildState): Promise<void> {
  await execute(
    tx,
    sql`UPDATE jenkins_builds SET started_at = ${state.startedAt}, log_offset = ${state.logOffset},
          log_stored_at = ${state.logStoredAt}, queue_item = ${state.queueItem}, failures = ${state.failures},
          next_poll_at = ${state.nextPollAt}, settled_at = ${state.settledAt}
        WHERE integration_id = ${key.integrationId} AND job_key = ${key.jobName}
          AND build_number = ${key.buildNumber}`,
  );
}

/**
 * Notes that Jenkins is about to be asked to start a triggered build; null takes that back. Nothing else writes it, so
 * that nobody who knows less can have the build started again.
 */
export async function noteAsked(tx: Queryable, key: PolledBuildKey, askedFrom: number | null): Promise<void> {
  await execute(
    tx,
    sql`UPDATE jenkins_builds SET asked_from = ${askedFrom}
        WHERE integration_id = ${key.integrationId} AND job_key = ${key.jobName}
          AND build_number = ${key.buildNumber}`,
  );
}

/** The log that a build has, and when it was stored; null when it has none. */
export function findStoredLog(
  on: Queryable,
  key: PolledBuildKey,
): Promise<{ content: string; truncated: boolean; receivedAt: Date } | null> {
  return queryOne(
    on,
    sql`SELECT l.content, l.truncated, l.received_at AS "receivedAt"
        FROM build_runs b JOIN build_logs l ON l.build_run_id = b.id
        WHERE b.integration_id = ${key.integrationId} AND b.job_key = ${key.jobName}
          AND b.build_number = ${key.buildNumber}`,
  );
}

/** Takes up builds that the server has and reports did not tell of to the end. Returns how many. */
export function takeUpListedBuilds(
  on: Queryable,
  {
    integrationId,
    jobName,
    numbers,
    now,
  }: { integrationId: number; jobName: string; numbers: readonly number[]; now: Date },
): Promise<number> {
  return execute(
    on,
    sql`INSERT INTO jenkins_builds (integration_id, job_key, build_number, next_poll_at, created_at)
        SELECT ${integrationId}::int, ${jobName}::text, n, ${now}::timestamptz, ${now}::timestamptz
        FROM unnest(${numbers.map(String)}::text[]) AS n
        WHERE NOT EXISTS (SELECT FROM build_runs b WHERE b.integration_id = ${integrationId} AND b.job_key = ${jobName}
          AND b.build_number = n AND b.finished_at IS NOT NULL AND b.has_log)
        ON CONFLICT DO NOTHING`,
  );
}

/** Forgets builds that were settled long ago. Triggers are remembered for longer: they must not start anything twice. */
export function forgetSettledBuilds(
  on: Queryable,
  before: { readonly builds: Date; readonly triggers: Date },
): Promise<number> {
  return execute(
    on,
    sql`DELETE FROM jenkins_builds WHERE settled_at < ${before.triggers}
          OR (settled_at < ${before.builds} AND build_number ~ '^[0-9]')`,
  );
}

/**
 * Merges a report as every other, but as no delivery of its own: a build that prints for an hour would make a thousand
 * of them.
 */
export async function applyPolledReport(
  tx: Queryable,
  { scope, report, baseUrl }: { scope: Omit<DeliveryScope, 'deliveryId'>; report: BuildReport; baseUrl: string },
): Promise<void> {
  const told = [{ scope: { ...scope, deliveryId: '' }, operation: report }];
  await lockProjects(tx, told);
  await applyOperations(tx, told, baseUrl);
}
