import type { Database } from '../../database.js';
import { execute, type Queryable, query, raw, type Sql, sql } from '../../sql.js';

const PARTITION = /^deliveries_(\d{4})(\d{2})(\d{2})$/;

/** The day of a partition. Rejects any other name, because the name becomes part of a statement. */
function dayOf(partition: string): string {
  const [, year, month, day] = PARTITION.exec(partition) ?? [];
  if (day === undefined) throw new Error(`not a partition of deliveries: ${partition}`);
  return `${year}-${month}-${day}`;
}

/** The first day (UTC) that is retained. */
const firstDay = (retentionDays: number) => sql`((now() AT TIME ZONE 'UTC')::date - ${retentionDays}::int)`;

const startOf = (day: Sql) => sql`(${day})::timestamp AT TIME ZONE 'UTC'`;

/** The partitions of the ledger whose retention is over. */
const attachedNames = (retentionDays: number) => sql`
  SELECT child.relname::text AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = 'deliveries'::regclass AND child.relname ~ '^deliveries_[0-9]{8}$'
    AND right(child.relname, 8) < to_char(${firstDay(retentionDays)}, 'YYYYMMDD')`;

/**
 * Detaches the partitions whose retention is over: their deliveries are no longer in the ledger, and none is added. The
 * keys of a day are thus remembered for as long as the ledger has it, however long it takes to delete them.
 */
export async function detachExpiredPartitions(
  database: Pick<Database, 'pool' | 'transaction'>,
  retentionDays: number,
): Promise<string[]> {
  const expired = await query<{ name: string }>(database.pool, sql`${attachedNames(retentionDays)} ORDER BY name`);
  const names = expired.map(({ name }) => name);
  for (const name of names) await database.transaction((tx) => detach(tx, name, retentionDays));
  return names;
}

async function detach(tx: Queryable, partition: string, retentionDays: number): Promise<void> {
  dayOf(partition);
  await execute(tx, sql`SET LOCAL lock_timeout = '5s'`);
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('ensure_delivery_partitions', 0))`);
  // Another worker may have been faster.
  const stillAttached = await query<{ name: string }>(tx, attachedNames(retentionDays));
  if (!stillAttached.some(({ name }) => name === partition)) return;
  await execute(tx, sql`ALTER TABLE deliveries DETACH PARTITION ${raw(partition)}`);
  await execute(tx, sql`INSERT INTO expired_partitions (name) VALUES (${partition})`);
}

/** The oldest detached partition; null when all are dropped. */
export async function findExpiredPartition(on: Queryable): Promise<string | null> {
  const rows = await query<{ name: string }>(on, sql`SELECT name FROM expired_partitions ORDER BY name LIMIT 1`);
  return rows[0]?.name ?? null;
}

const KEY_OF = sql`k.integration_id = p.integration_id AND k.key = p.dedupe_key`;

/**
 * Deletes the keys and dead letters of the next deliveries of a detached partition, and remembers the last of them. A key
 * that a delivery of a later day has taken over is not deleted.
 */
export async function deleteKeysOf(
  on: Queryable,
  partition: string,
  limit: number,
): Promise<{ readonly deleted: number; readonly done: boolean }> {
  const day = dayOf(partition);
  const rows = await query<{ deleted: number; read: number }>(
    on,
    sql`WITH position AS MATERIALIZED (
          SELECT last_id FROM expired_partitions WHERE name = ${partition} FOR UPDATE),
        page AS MATERIALIZED (
          SELECT id, integration_id, dedupe_key FROM ${raw(partition)}
          WHERE id > COALESCE((SELECT last_id FROM position), '00000000-0000-0000-0000-000000000000')
          ORDER BY id LIMIT ${limit}),
        gone AS (
          DELETE FROM delivery_keys k USING page p
          WHERE ${KEY_OF} AND k.received_at < ${startOf(sql`${day}::date + 1`)} RETURNING 1),
        letters AS (DELETE FROM dead_letters d USING page p WHERE d.delivery_id = p.id),
        moved AS (
          UPDATE expired_partitions SET last_id = (SELECT id FROM page ORDER BY id DESC LIMIT 1)
          WHERE name = ${partition} AND EXISTS (SELECT FROM page))
        SELECT (SELECT count(*) FROM gone) AS deleted, (SELECT count(*) FROM page) AS read`,
  ).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  const { deleted = 0, read = 0 } = rows[0] ?? {};
  return { deleted, done: read < limit };
}

/** Another worker has dropped the partition. */
const UNDEFINED_TABLE = '42P01';

/** Drops a detached partition. */
export async function dropPartition(database: Pick<Database, 'transaction'>, partition: string): Promise<void> {
  dayOf(partition);
  await database.transaction(async (tx) => {
    await execute(tx, sql`DROP TABLE IF EXISTS ${raw(partition)}`);
    await execute(tx, sql`DELETE FROM expired_partitions WHERE name = ${partition}`);
  });
}

/** Deletes deliveries of expired days that never had a partition, or arrived after it, with their keys; returns how many. */
export async function deleteStrayDeliveries(
  on: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const before = startOf(firstDay(days));
  const rows = await query<{ deleted: number }>(
    on,
    sql`WITH stray AS (
          DELETE FROM deliveries_default WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM deliveries_default WHERE received_at < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
          RETURNING id, integration_id, dedupe_key),
        gone AS (DELETE FROM delivery_keys k USING stray p WHERE ${KEY_OF} AND k.received_at < ${before}),
        letters AS (DELETE FROM dead_letters d USING stray p WHERE d.delivery_id = p.id)
        SELECT count(*) AS deleted FROM stray`,
  );
  return rows[0]?.deleted ?? 0;
}

/** How long the oldest day of deliveries has been waiting to be deleted, keys included, in seconds; 0 when none is. */
export const overdueSeconds = (retentionDays: number) => sql`
  SELECT extract(epoch FROM now() - ${startOf(sql`to_date(right(min(name), 8), 'YYYYMMDD') + 1 + ${retentionDays}::int`)})
  FROM (${attachedNames(retentionDays)} UNION SELECT name FROM expired_partitions) AS expired`;
