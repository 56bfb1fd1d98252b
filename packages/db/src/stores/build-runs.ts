import { type BuildReport, isTerminal, mergeBuildReports } from '@slipway/domain';
import { execute, type Queryable, query, sql } from '../sql.js';
import type { Scoped } from './scoped.js';

/** A build report with the scope of its delivery and what the project lends it. */
export interface ScopedBuildReport extends Scoped {
  readonly report: BuildReport;
  readonly receivedAt: number;
  readonly defaultBuildType: string;
}

interface BuildRow {
  readonly id: number;
  readonly integrationId: number;
  readonly jobName: string;
  readonly buildNumber: string;
}

const keyOf = (integrationId: number, jobName: string, buildNumber: string) =>
  JSON.stringify([integrationId, jobName, buildNumber]);

/** Reports of one build folded into one, in key order so that concurrent transactions lock rows alike. */
function fold(reports: readonly ScopedBuildReport[]): [string, ScopedBuildReport][] {
  const folded = new Map<string, ScopedBuildReport>();
  for (const item of reports) {
    const key = keyOf(item.integrationId, item.report.jobName, item.report.buildNumber);
    const earlier = folded.get(key);
    folded.set(
      key,
      earlier === undefined ? item : { ...item, report: mergeBuildReports(earlier.report, item.report) },
    );
  }
  return [...folded].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const iso = (millis: number | undefined) => (millis === undefined ? null : new Date(millis).toISOString());

/** The run itself is over, though its approval may be pending: the feed and the rollup go by when it ended. */
function isOver(status: BuildReport['status']): boolean {
  return status !== null && (isTerminal(status) || status === 'passed_pending_approval');
}

function toRow({ report, ...scope }: ScopedBuildReport) {
  return {
    account_id: scope.accountId,
    project_id: scope.projectId,
    integration_id: scope.integrationId,
    job_name: report.jobName,
    build_number: report.buildNumber,
    attempt: report.attempt,
    status: report.status,
    original_status: report.originalStatus,
    // A word we do not know sets no status, so it must not outrank a report that does.
    status_at: iso(report.status === null ? 0 : report.reportedAt),
    default_build_type: scope.defaultBuildType,
    build_type: report.buildType ?? null,
    target_type: report.targetType ?? null,
    commit_hash: report.commitHash ?? '',
    changelist: report.changelist ?? '',
    branch: report.branch ?? '',
    build_url: report.buildUrl ?? '',
    started_at: iso(report.startedAt),
    finished_at: iso(report.finishedAt ?? (isOver(report.status) ? report.reportedAt : undefined)),
    duration_seconds: report.durationSeconds ?? null,
  };
}

const incoming = sql`(account_id int, project_id int, integration_id int, job_name text, build_number text,
  attempt int, status build_status, original_status text, status_at timestamptz(3), default_build_type engine,
  build_type engine, target_type target_type, commit_hash text, changelist text, branch text, build_url text,
  started_at timestamptz(3), finished_at timestamptz(3), duration_seconds int)`;

function insertNew(tx: Queryable, rows: string): Promise<BuildRow[]> {
  return query(
    tx,
    sql`INSERT INTO build_runs (account_id, project_id, integration_id, job_name, build_number, attempt, status,
          original_status, status_at, build_type, target_type, commit_hash, changelist, branch, build_url, started_at,
          finished_at, duration_seconds, created_at, updated_at)
        SELECT account_id, project_id, integration_id, job_name, build_number, attempt, COALESCE(status, 'building'),
          original_status, status_at, COALESCE(build_type, default_build_type), COALESCE(target_type, 'development'),
          commit_hash, changelist, branch, build_url, started_at, finished_at, duration_seconds,
          clock_timestamp(), clock_timestamp()
        FROM jsonb_to_recordset(${rows}::jsonb) AS r${incoming}
        ON CONFLICT (integration_id, job_name, build_number) DO NOTHING
        RETURNING id, integration_id AS "integrationId", job_name AS "jobName", build_number AS "buildNumber"`,
  );
}

/** The report stands above the row: a higher attempt, else terminal before running, later before earlier. */
const stands = sql`(r.attempt > b.attempt OR (r.status IS NOT NULL AND
  (r.status IN ('completed', 'failed', 'cancelled'), r.status_at, r.status) >=
  (b.status IN ('completed', 'failed', 'cancelled'), b.status_at, b.status)))`;

function mergeKnown(tx: Queryable, rows: string): Promise<BuildRow[]> {
  return query(
    tx,
    sql`UPDATE build_runs b SET
          attempt = r.attempt,
          status = CASE WHEN r.attempt > b.attempt THEN COALESCE(r.status, 'building')
                        WHEN ${stands} THEN r.status ELSE b.status END,
          status_at = CASE WHEN ${stands} THEN r.status_at ELSE b.status_at END,
          original_status = COALESCE(r.original_status, b.original_status),
          build_type = COALESCE(r.build_type, b.build_type),
          target_type = COALESCE(r.target_type, b.target_type),
          commit_hash = CASE WHEN r.commit_hash <> '' AND (${stands} OR b.commit_hash = '')
                             THEN r.commit_hash ELSE b.commit_hash END,
          changelist = CASE WHEN r.changelist <> '' AND (${stands} OR b.changelist = '')
                            THEN r.changelist ELSE b.changelist END,
          branch = CASE WHEN r.branch <> '' AND (${stands} OR b.branch = '') THEN r.branch ELSE b.branch END,
          build_url = CASE WHEN r.build_url <> '' AND (${stands} OR b.build_url = '')
                           THEN r.build_url ELSE b.build_url END,
          started_at = CASE WHEN r.attempt > b.attempt THEN r.started_at
                            ELSE LEAST(b.started_at, r.started_at) END,
          finished_at = CASE WHEN ${stands} THEN r.finished_at ELSE b.finished_at END,
          duration_seconds = CASE WHEN ${stands} THEN r.duration_seconds ELSE b.duration_seconds END,
          updated_at = clock_timestamp()
        FROM jsonb_to_recordset(${rows}::jsonb) AS r${incoming}
        WHERE b.integration_id = r.integration_id AND b.job_name = r.job_name
          AND b.build_number = r.build_number AND r.attempt >= b.attempt
        RETURNING b.id, b.integration_id AS "integrationId", b.job_name AS "jobName", b.build_number AS "buildNumber"`,
  );
}

async function writeLogs(
  tx: Queryable,
  entries: readonly { id: number; item: ScopedBuildReport }[],
): Promise<void> {
  const logs = entries.flatMap(({ id, item }) => (item.report.log ? [{ id, item, log: item.report.log }] : []));
  if (logs.length === 0) return;
  const ids = logs.map(({ id }) => id);
  await execute(
    tx,
    sql`INSERT INTO build_logs AS l (build_run_id, content, truncated, received_at)
        SELECT * FROM unnest(${ids}::bigint[], ${logs.map(({ log }) => log.content)}::text[],
          ${logs.map(({ log }) => log.truncated)}::boolean[],
          ${logs.map(({ item }) => new Date(item.receivedAt))}::timestamptz(3)[])
        ON CONFLICT (build_run_id) DO UPDATE
          SET content = EXCLUDED.content, truncated = EXCLUDED.truncated, received_at = EXCLUDED.received_at
          WHERE EXCLUDED.received_at >= l.received_at`,
  );
  await execute(tx, sql`UPDATE build_runs SET has_log = true WHERE id = ANY(${ids}::bigint[]) AND NOT has_log`);
}

async function writeArtifacts(
  tx: Queryable,
  entries: readonly { id: number; item: ScopedBuildReport }[],
): Promise<void> {
  const unique = new Map(
    entries.flatMap(({ id, item }) =>
      (item.report.artifacts ?? []).map((artifact) => [JSON.stringify([id, artifact.name]), { id, ...artifact }]),
    ),
  );
  const rows = [...unique.values()];
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO build_artifacts (build_run_id, name, size_bytes, url)
        SELECT * FROM unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.name)}::text[],
          ${rows.map((row) => row.sizeBytes)}::bigint[], ${rows.map((row) => row.url)}::text[])
        ON CONFLICT (build_run_id, name) DO UPDATE SET size_bytes = EXCLUDED.size_bytes, url = EXCLUDED.url`,
  );
}

/** Applies build reports set-wise; returns the row each report touched, by `[integrationId, jobName, buildNumber]`. */
export async function applyBuildReports(
  tx: Queryable,
  reports: readonly ScopedBuildReport[],
): Promise<(report: ScopedBuildReport) => number | undefined> {
  const folded = fold(reports);
  const ids = new Map<string, number>();
  const remember = (rows: BuildRow[]) => {
    for (const row of rows) ids.set(keyOf(row.integrationId, row.jobName, row.buildNumber), row.id);
  };
  if (folded.length > 0) remember(await insertNew(tx, JSON.stringify(folded.map(([, item]) => toRow(item)))));
  const known = folded.filter(([key]) => !ids.has(key));
  if (known.length > 0) remember(await mergeKnown(tx, JSON.stringify(known.map(([, item]) => toRow(item)))));
  const entries = folded.flatMap(([key, item]) => {
    const id = ids.get(key);
    return id === undefined ? [] : [{ id, item }];
  });
  await writeLogs(tx, entries);
  await writeArtifacts(tx, entries);
  return ({ integrationId, report }) => ids.get(keyOf(integrationId, report.jobName, report.buildNumber));
}
