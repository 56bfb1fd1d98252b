import { computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';
import { retryLocked } from './retry-locked.js';

/** How many days ahead to create partitions: the timer may fail for this long without consequences. */
const DAYS_AHEAD = 3;

const missingDays = defineQuery({
  name: 'days without partition',
  columns: { day: computed('text', sql`day::date::text`) },
  examples: [1],
  build: (retentionDays: number, select) => sql`
    WITH clock AS (SELECT (now() AT TIME ZONE 'UTC')::date AS today),
    span AS (
      SELECT today, GREATEST(today - ${retentionDays}::int, LEAST(today - 1, (
        SELECT max(to_date(right(child.relname, 8), 'YYYYMMDD')) + 1
        FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
        WHERE inhparent = 'deliveries'::regclass AND child.relname ~ '^deliveries_[0-9]{8}$'))) AS first
      FROM clock)
    SELECT ${select} FROM span, generate_series(first, today + ${DAYS_AHEAD}::int, interval '1 day') AS day
    WHERE to_regclass('deliveries_' || to_char(day, 'YYYYMMDD')) IS NULL ORDER BY day`,
});

const createPartition = defineQuery({
  name: 'create partition',
  columns: { name: computed('text', sql`ensure_delivery_partitions(day, 1)`) },
  examples: ['2000-01-01'],
  build: (day: string, select) => sql`SELECT ${select} FROM (SELECT ${day}::date AS day) AS missing`,
});

/**
 * Creates the ledger's partitions from the end of the last one to a few days ahead, so that none is missing after an
 * outage, and returns their names. Deliveries of other days go to the default partition and are moved later. Each
 * partition is created in a separate transaction, which locks the default partition only briefly.
 */
export async function preparePartitions(on: Queryable, retentionDays: number): Promise<string[]> {
  const names: string[] = [];
  for (const { day } of await missingDays.all(on, retentionDays)) {
    const created = await retryLocked(() => createPartition.first(on, day));
    // Another worker may have created it first.
    if (created !== null) names.push(created.name);
  }
  return names;
}
