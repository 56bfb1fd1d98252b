import { computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';

/** How many days ahead to create partitions: the timer may fail for this long without consequences. */
const DAYS_AHEAD = 3;

const createPartitions = defineQuery({
  name: 'create partitions',
  columns: {
    name: computed('text', sql`ensure_delivery_partitions(first, today + ${DAYS_AHEAD}::int - first + 1)`),
  },
  examples: [1],
  build: (retentionDays: number, select) => sql`
    WITH clock AS (SELECT (now() AT TIME ZONE 'UTC')::date AS today),
    span AS (
      SELECT today, GREATEST(today - ${retentionDays}::int, LEAST(today - 1, (
        SELECT max(to_date(right(child.relname, 8), 'YYYYMMDD')) + 1
        FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
        WHERE inhparent = 'deliveries'::regclass AND child.relname ~ '^deliveries_[0-9]{8}$'))) AS first
      FROM clock)
    SELECT ${select} FROM span`,
});

/**
 * Creates the ledger's partitions from the end of the last one to a few days ahead, so that none is missing after an
 * outage, and returns their names. Deliveries of other days go to the default partition and are moved later.
 */
export async function preparePartitions(on: Queryable, retentionDays: number): Promise<string[]> {
  return (await createPartitions.all(on, retentionDays)).map(({ name }) => name);
}
