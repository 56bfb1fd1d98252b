import { execute, type Queryable, query, raw, sql } from '../sql.js';

/** Partitions are created this many days ahead, so a timer may fail for as long without consequences. */
const DAYS_AHEAD = 3;

/**
 * Creates the ledger's partitions from the end of the last one to a few days ahead, so that none is missing after a
 * standstill. Returns their names. Deliveries of other days go to the default partition and move over later.
 */
export async function preparePartitions(on: Queryable, retentionDays: number): Promise<string[]> {
  const rows = await query<{ name: string }>(
    on,
    sql`WITH clock AS (SELECT (now() AT TIME ZONE 'UTC')::date AS today),
        span AS (
          SELECT today, GREATEST(today - ${retentionDays}::int, LEAST(today - 1, (
            SELECT max(to_date(right(child.relname, 8), 'YYYYMMDD')) + 1
            FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
            WHERE inhparent = 'deliveries'::regclass AND child.relname ~ '^deliveries_[0-9]{8}$'))) AS first
          FROM clock)
        SELECT ensure_delivery_partitions(first, today + ${DAYS_AHEAD}::int - first + 1) AS name FROM span`,
  );
  return rows.map(({ name }) => name);
}

const PARTITION = /^deliveries_(\d{4})(\d{2})(\d{2})$/;

/** The day of a partition. Rejects any other name, because the name becomes part of a statement. */
function dayOf(partition: string): string {
  const [, year, month, day] = PARTITION.exec(partition) ?? [];
  if (day === undefined) throw new Error(`not a partition of deliveries: ${partition}`);
  return `${year}-${month}-${day}`;
}

/** The partitions whose retention is over, the oldest first. */
export async function listExpiredPartitions(on: Queryable, retentionDays: number): Promise<string[]> {
  const rows = await query<{ name: string }>(
    on,
    sql`SELECT child.relname AS name
        FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
        WHERE inhparent = 'deliveries'::regclass AND child.relname ~ '^deliveries_[0-9]{8}$'
          AND right(child.relname, 8) < to_char((now() AT TIME ZONE 'UTC')::date - ${retentionDays}::int, 'YYYYMMDD')
        ORDER BY child.relname`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Deletes the keys and dead letters of the next deliveries of a partition, after the given id. Returns the last id, or
 * null when there are no more. A key that a delivery of a later day has taken over is not deleted.
 */
export async function deleteKeysOf(
  on: Queryable,
  partition: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ last: string | null; deleted: number }> {
  const day = dayOf(partition);
  const done = { last: null, deleted: 0 };
  const rows = await query<{ last: string | null; deleted: number }>(
    on,
    sql`WITH page AS MATERIALIZED (
          SELECT id, integration_id, dedupe_key FROM ${raw(partition)}
          WHERE id > COALESCE(${after}::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT ${limit}),
        gone AS (
          DELETE FROM delivery_keys k USING page p
          WHERE k.integration_id = p.integration_id AND k.key = p.dedupe_key
            AND k.received_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'
          RETURNING 1),
        letters AS (DELETE FROM dead_letters d USING page p WHERE d.delivery_id = p.id)
        SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*) FROM gone) AS deleted`,
  ).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [done];
    throw error;
  });
  return rows[0] ?? done;
}

/** Another worker has dropped the partition. */
const UNDEFINED_TABLE = '42P01';

/** Drops a partition, and deletes rows of its day or earlier from the default partition. */
export async function dropPartition(on: Queryable, partition: string): Promise<void> {
  await execute(on, sql`SELECT drop_delivery_partitions(${dayOf(partition)}::date + 1)`);
}
