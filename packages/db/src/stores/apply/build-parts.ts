import { type ArtifactReport, type BuildReport, compareText, isEnd } from '@slipway/domain';
import { type Column, empty, execute, type Queryable, rowsOf, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { MergedBuildRun } from './build-runs.js';
import type { ToldOperation } from './told-operation.js';

/** A report of the attempt that its build is at. */
export interface CurrentReport {
  readonly build: MergedBuildRun;
  readonly report: ToldOperation<BuildReport>;
}

/** A higher attempt starts afresh: what earlier ones left goes. */
export async function dropEarlierAttempts(tx: Queryable, builds: readonly MergedBuildRun[]): Promise<void> {
  const ids = builds
    .filter(({ before, after }) => before !== null && before.attempt < after.attempt)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await execute(tx, sql`DELETE FROM build_steps WHERE build_run_id = ANY(${ids}::bigint[])`);
  await execute(tx, sql`DELETE FROM build_artifacts WHERE build_run_id = ANY(${ids}::bigint[])`);
  await execute(tx, sql`DELETE FROM build_logs WHERE build_run_id = ANY(${ids}::bigint[])`);
  await execute(tx, sql`UPDATE build_runs SET has_log = false WHERE id = ANY(${ids}::bigint[]) AND has_log`);
}

interface ToldLog {
  readonly id: number;
  /** Told with the build's end, which stands against all that was told on the way. */
  readonly final: boolean;
  readonly reportedAt: number;
  readonly receivedAt: number;
  readonly content: string;
  readonly truncated: boolean;
}

/** The same order as the statement's. */
function isLater(a: ToldLog, b: ToldLog): boolean {
  if (a.final !== b.final) return a.final;
  if (a.reportedAt !== b.reportedAt) return a.reportedAt > b.reportedAt;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt > b.receivedAt;
  return compareText(a.content, b.content) > 0;
}

function latestLogs(reports: readonly CurrentReport[]): ToldLog[] {
  const logs = new Map<number, ToldLog>();
  for (const { build, report } of reports) {
    const { log, reportedAt } = report.operation;
    if (log === undefined) continue;
    const final = isEnd(report.operation);
    const told = { id: build.id, final, reportedAt, receivedAt: report.scope.receivedAt, ...log };
    const known = logs.get(build.id);
    if (known === undefined || isLater(told, known)) logs.set(build.id, told);
  }
  return [...logs.values()];
}

const LOG_COLUMNS: readonly Column[] = [
  ['build_run_id', 'bigint'],
  ['content', 'text'],
  ['truncated', 'boolean'],
  ['final', 'boolean'],
  ['reported_at', 'timestamptz'],
  ['received_at', 'timestamptz'],
];

const toLogRow = ({ id, content, truncated, final, reportedAt, receivedAt }: ToldLog) => ({
  build_run_id: id,
  content,
  truncated,
  final,
  reported_at: iso(reportedAt),
  received_at: iso(receivedAt),
});

/** What is said for the first time, then what is said again: a replay corrects what is known, also by its own batch. */
function inTurn(reports: readonly CurrentReport[]): (readonly CurrentReport[])[] {
  const replays = reports.filter(({ report }) => report.scope.replayedAt !== undefined);
  return replays.length === 0 ? [reports] : [reports.filter((report) => !replays.includes(report)), replays];
}

/** Keeps the latest log of each build. */
export async function applyLogs(tx: Queryable, reports: readonly CurrentReport[]): Promise<void> {
  for (const [index, said] of inTurn(reports).entries()) await keepLogs(tx, latestLogs(said), index > 0);
}

async function keepLogs(tx: Queryable, logs: readonly ToldLog[], isReplay: boolean): Promise<void> {
  if (logs.length === 0) return;
  const ids = logs.map(({ id }) => id);
  const isOther = sql`(EXCLUDED.final, EXCLUDED.reported_at, EXCLUDED.received_at)
    = (l.final, l.reported_at, l.received_at) AND EXCLUDED.content <> l.content`;
  await execute(
    tx,
    sql`INSERT INTO build_logs AS l (build_run_id, content, truncated, final, reported_at, received_at)
        SELECT * FROM ${rowsOf(logs.map(toLogRow), LOG_COLUMNS)}
        ON CONFLICT (build_run_id) DO UPDATE
          SET content = EXCLUDED.content, truncated = EXCLUDED.truncated, final = EXCLUDED.final,
            reported_at = EXCLUDED.reported_at, received_at = EXCLUDED.received_at
          WHERE (EXCLUDED.final, EXCLUDED.reported_at, EXCLUDED.received_at, EXCLUDED.content COLLATE "C") >
            (l.final, COALESCE(l.reported_at, '-infinity'), l.received_at, l.content COLLATE "C")
            ${isReplay ? sql`OR (${isOther})` : empty}`,
    isReplay ? 'keep logs told again' : 'keep logs',
  );
  await execute(
    tx,
    sql`UPDATE build_runs SET has_log = true WHERE id = ANY(${ids}::bigint[]) AND NOT has_log`,
    'mark logged builds',
  );
}

interface ToldArtifact extends ArtifactReport {
  readonly id: number;
  readonly reportedAt: number;
}

/** The same order as the statement's. */
function isNewer(a: ToldArtifact, b: ToldArtifact): boolean {
  if (a.reportedAt !== b.reportedAt) return a.reportedAt > b.reportedAt;
  if (a.sizeBytes !== b.sizeBytes) return a.sizeBytes > b.sizeBytes;
  return compareText(a.url, b.url) > 0;
}

function latestArtifacts(reports: readonly CurrentReport[]): ToldArtifact[] {
  const latest = new Map<string, ToldArtifact>();
  for (const { build, report } of reports) {
    const { artifacts = [], reportedAt } = report.operation;
    for (const artifact of artifacts) {
      const told = { id: build.id, reportedAt, ...artifact };
      const key = JSON.stringify([build.id, artifact.name]);
      const known = latest.get(key);
      if (known === undefined || isNewer(told, known)) latest.set(key, told);
    }
  }
  return [...latest.values()];
}

/** Keeps each artifact of a build as it was told last. */
export async function applyArtifacts(tx: Queryable, reports: readonly CurrentReport[]): Promise<void> {
  for (const [index, said] of inTurn(reports).entries()) await keepArtifacts(tx, latestArtifacts(said), index > 0);
}

async function keepArtifacts(tx: Queryable, rows: readonly ToldArtifact[], isReplay: boolean): Promise<void> {
  if (rows.length === 0) return;
  const isOther = sql`EXCLUDED.reported_at = a.reported_at
    AND (EXCLUDED.size_bytes, EXCLUDED.url) IS DISTINCT FROM (a.size_bytes, a.url)`;
  await execute(
    tx,
    sql`INSERT INTO build_artifacts AS a (build_run_id, name, size_bytes, url, reported_at)
        SELECT * FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ name }) => name)}::text[],
          ${rows.map(({ sizeBytes }) => sizeBytes)}::bigint[], ${rows.map(({ url }) => url)}::text[],
          ${rows.map(({ reportedAt }) => new Date(reportedAt))}::timestamptz[])
        ON CONFLICT (build_run_id, name) DO UPDATE
          SET size_bytes = EXCLUDED.size_bytes, url = EXCLUDED.url, reported_at = EXCLUDED.reported_at
          WHERE (EXCLUDED.reported_at, EXCLUDED.size_bytes, EXCLUDED.url COLLATE "C") >
            (COALESCE(a.reported_at, '-infinity'), a.size_bytes, a.url COLLATE "C")
            ${isReplay ? sql`OR (${isOther})` : empty}`,
  );
}
