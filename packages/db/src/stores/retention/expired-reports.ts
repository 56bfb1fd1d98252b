import { MIN_HISTORY_DAYS } from '@slipway/contracts';
import type { HistoryTable } from '@slipway/domain';
import { columnsOf, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';

/** Reports of the last days never concern what retention has deleted. A day less allows for clocks that differ. */
const RECENT_MS = (MIN_HISTORY_DAYS - 1) * 24 * 60 * 60_000;

/** A report, the time it describes, and when it was received; a replay was received when its delivery was. */
interface TimedReport {
  readonly reportedAt: number;
  readonly receivedAt: number;
}

/** The time that decides whether a report is too old to create a row. */
export const timeOfReport = ({ reportedAt, receivedAt }: TimedReport) => Math.min(reportedAt, receivedAt);

/** Collects the newest time that the reports of each object describe. */
export function createNewestTimes() {
  const newest = new Map<string, number>();
  return {
    add: (key: string, time: number) => void newest.set(key, Math.max(time, newest.get(key) ?? 0)),
    of: (key: string) => newest.get(key) ?? 0,
  };
}

/** The name of the sweep of a table, or of the rows in it of a project that keeps them for a shorter time. */
export const sweepName = (table: HistoryTable, projectId?: number) =>
  projectId === undefined ? table : `${table}:${projectId}`;

const endsOfRetention = defineQuery({
  name: 'find ends of retention',
  columns: pick(columnsOf('RetentionSweep', 's'), 'name', 'before'),
  examples: [['changes', 'changes:1']],
  build: (names: readonly string[], select) =>
    sql`SELECT ${select} FROM retention_sweeps s WHERE s.name = ANY(${names}::text[])`,
});

/** The time that a report describes, and its project. */
interface ProjectTime {
  readonly time: number;
  readonly projectId: number;
}

/**
 * Whether a time lies before what a table retains: a late redelivery, or a replay, of such a time must not bring back
 * what was deleted. Asks the database only if one of the times is old.
 */
export async function findExpiredTimes(
  tx: Queryable,
  table: HistoryTable,
  times: readonly ProjectTime[],
): Promise<(time: ProjectTime) => boolean> {
  const recent = Date.now() - RECENT_MS;
  const old = times.filter(({ time }) => time <= recent);
  if (old.length === 0) return () => false;
  const names = [table, ...new Set(old.map(({ projectId }) => sweepName(table, projectId)))];
  const rows = await endsOfRetention.all(tx, names);
  const ends = new Map(rows.map(({ name, before }) => [name, before.getTime()]));
  const endOf = (projectId?: number) => ends.get(sweepName(table, projectId)) ?? Number.NEGATIVE_INFINITY;
  return ({ time, projectId }) => time < Math.max(endOf(), endOf(projectId));
}
