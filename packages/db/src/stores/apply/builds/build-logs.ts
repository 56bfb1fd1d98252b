import { type BuildReport, compareText, isEnd } from '@slipway/domain';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso } from '../../../times.js';
import { findExpiredTimes, timeOfReport } from '../../retention/expired-reports.js';
import type { DeliveryScope, ScopedOperation } from '../engine/scoped-operation.js';
import type { CurrentReport } from './build-runs.js';
import { findPurged } from './purged-logs.js';

interface ReportedLog {
  readonly buildRunId: number;
  readonly content: string;
  readonly truncated: boolean;
  /**
   * Whether it takes precedence over other logs of the running build: it came with the report of the build's end, or
   * from a failed job.
   */
  readonly final: boolean;
  readonly reportedAt: number;
  readonly receivedAt: number;
  readonly replayedAt: number | null;
}

/** Uses the same order as the statement. */
function outweighs(a: ReportedLog, b: ReportedLog): boolean {
  if (a.final !== b.final) return a.final;
  if (a.reportedAt !== b.reportedAt) return a.reportedAt > b.reportedAt;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt > b.receivedAt;
  if (a.replayedAt !== b.replayedAt) return (a.replayedAt ?? 0) > (b.replayedAt ?? 0);
  return compareText(a.content, b.content) > 0;
}

function heaviestLogs(reports: readonly CurrentReport[]): ReportedLog[] {
  const logs = new Map<number, ReportedLog>();
  for (const { build, report } of reports) {
    const { operation, scope } = report;
    if (operation.log === undefined) continue;
    const log = {
      buildRunId: build.id,
      content: operation.log.content,
      truncated: operation.log.truncated,
      final: isEnd(operation) || operation.log.fromFailedJob === true,
      reportedAt: operation.reportedAt,
      receivedAt: scope.receivedAt,
      replayedAt: scope.replayedAt ?? null,
    };
    const known = logs.get(build.id);
    if (known === undefined || outweighs(log, known)) logs.set(build.id, log);
  }
  return [...logs.values()];
}

/** Removes the logs of times whose logs retention has deleted. */
export async function withoutExpiredLogs(
  tx: Queryable,
  reports: readonly ScopedOperation<BuildReport>[],
): Promise<readonly ScopedOperation<BuildReport>[]> {
  const logged = reports.filter(({ operation }) => operation.log !== undefined);
  if (logged.length === 0) return reports;
  const timeOf = ({ scope: { projectId, receivedAt }, operation }: ScopedOperation<BuildReport>) => ({
    time: timeOfReport({ reportedAt: operation.reportedAt, receivedAt }),
    projectId,
  });
  const isExpired = await findExpiredTimes(tx, 'build_logs', logged.map(timeOf));
  return reports.map((report) => {
    if (report.operation.log === undefined || !isExpired(timeOf(report))) return report;
    const { log: _expired, ...operation } = report.operation;
    return { ...report, operation };
  });
}

const toRow = (log: ReportedLog) => ({
  buildRunId: log.buildRunId,
  content: log.content,
  truncated: log.truncated,
  final: log.final,
  reportedAt: iso(log.reportedAt),
  receivedAt: iso(log.receivedAt),
  replayedAt: iso(log.replayedAt),
});

const writeLogs = defineQuery({
  name: 'write build_logs',
  columns: {},
  prepared: true,
  examples: [[]],
  build: (logs: readonly ReportedLog[]) => sql`INSERT INTO build_logs AS l
      (build_run_id, content, truncated, final, reported_at, received_at, replayed_at)
    SELECT * FROM ${rowsOf(logs.map(toRow), {
      buildRunId: 'bigint',
      content: 'text',
      truncated: 'boolean',
      final: 'boolean',
      reportedAt: 'timestamptz',
      receivedAt: 'timestamptz',
      replayedAt: 'timestamptz',
    })}
    ON CONFLICT (build_run_id) DO UPDATE
      SET content = EXCLUDED.content, truncated = EXCLUDED.truncated, final = EXCLUDED.final,
        reported_at = EXCLUDED.reported_at, received_at = EXCLUDED.received_at, replayed_at = EXCLUDED.replayed_at
      WHERE (EXCLUDED.final, EXCLUDED.reported_at, EXCLUDED.received_at,
          COALESCE(EXCLUDED.replayed_at, '-infinity'), EXCLUDED.content COLLATE "C") >
        (l.final, COALESCE(l.reported_at, '-infinity'), l.received_at,
          COALESCE(l.replayed_at, '-infinity'), l.content COLLATE "C")`,
});

/** The end of an uploaded log, as if the report of the build's end had brought it. */
export type UploadedLog = Pick<ReportedLog, 'buildRunId' | 'content' | 'truncated' | 'receivedAt' | 'reportedAt'>;

/** Stores the end of an uploaded log where reports store theirs. Only the previous release reads it there. */
export async function writeUploadedLog(tx: Queryable, log: UploadedLog): Promise<void> {
  await writeLogs.execute(tx, [{ ...log, final: true, replayedAt: null }]);
}

const markLogged = defineQuery({
  name: 'mark builds with a log',
  columns: {},
  prepared: true,
  examples: [[]],
  build: (ids: readonly number[]) =>
    sql`UPDATE build_runs SET has_log = true WHERE id = ANY(${ids}::bigint[]) AND NOT has_log`,
});

/** Stores the heaviest log of each build, except purged logs. */
export async function applyLogs(
  tx: Queryable,
  reports: readonly CurrentReport[],
  onPurgedLog: (scope: DeliveryScope) => void,
): Promise<void> {
  const logged = reports.filter(({ report }) => report.operation.log !== undefined);
  if (logged.length === 0) return;
  // A new build has no purged log, and was inserted with its mark.
  const known = logged.filter(({ build }) => build.before !== null);
  const isPurged = await findPurged(tx, known);
  for (const { report } of logged.filter(isPurged)) onPurgedLog(report.scope);
  const logs = heaviestLogs(logged.filter((report) => !isPurged(report)));
  if (logs.length === 0) return;
  await writeLogs.execute(tx, logs);
  const marked = new Set(known.filter((report) => !isPurged(report)).map(({ build }) => build.id));
  if (marked.size > 0) await markLogged.execute(tx, [...marked]);
}
