import type { HistoryTable } from '@slipway/domain';
import { MIN_HISTORY_DAYS } from '@slipway/domain';
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

const endOfRetention = defineQuery({
  name: 'find end of retention',
  columns: pick(columnsOf('RetentionSweep', 's'), 'before'),
  examples: ['changes'],
  build: (table: HistoryTable, select) => sql`SELECT ${select} FROM retention_sweeps s WHERE s.name = ${table}`,
});

/**
 * Whether a time lies before what a table retains: a late redelivery, or a replay, of such a time must not bring back
 * what was deleted. Asks the database only if one of the times is old.
 */
export async function findExpiredTimes(
  tx: Queryable,
  table: HistoryTable,
  times: Iterable<number>,
): Promise<(time: number) => boolean> {
  const recent = Date.now() - RECENT_MS;
  if ([...times].every((time) => time > recent)) return () => false;
  const end = (await endOfRetention.first(tx, table))?.before.getTime();
  return (time) => end !== undefined && time < end;
}
