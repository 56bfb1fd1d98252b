import { columnsOf, computed, pick } from '../../columns.js';
import type { Database } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { isHeldProject } from '../../held-projects.js';
import { isLockTimeout } from '../../outage.js';
import { raw, runCommand, sql } from '../../sql.js';
import { LIMIT_LOCK_WAIT, retryLocked } from '../deliveries/retry-locked.js';
import { deleteKeysAndLetters, firstDay, KEY_OF, startOf, startOfLedger } from './expired-keys.js';
import { hasHeldRows, heldDeliveries, moveHeldRows } from './held-deliveries.js';
import { batchOf, type RetentionBatch, type RetentionKind, type RetentionRun } from './retention-kind.js';

const PARTITION = /^deliveries_(\d{4})(\d{2})(\d{2})$/;

/** The day of a partition. Rejects any other name, because the name becomes part of a statement. */
function dayOf(partition: string): string {
  const [, year, month, day] = PARTITION.exec(partition) ?? [];
  if (day === undefined) throw new Error(`not a partition of deliveries: ${partition}`);
  return `${year}-${month}-${day}`;
}

/** The ledger partitions whose retention has ended. */
const attachedNames = (retentionDays: number) => sql`
  SELECT child.relname::text AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = 'deliveries'::regclass AND child.relname ~ '^deliveries_[0-9]{8}$'
    AND right(child.relname, 8) < to_char(${firstDay(retentionDays)}, 'YYYYMMDD')`;

const attachedPartitions = defineQuery({
  name: 'expired partitions in ledger',
  columns: { name: computed('text', sql`name`) },
  examples: [1],
  build: (retentionDays: number, select) => sql`
    SELECT ${select} FROM (${attachedNames(retentionDays)}) AS attached ORDER BY name`,
});

const detachPartition = defineQuery({
  name: 'detach expired partition',
  columns: { detached: computed('bool', sql`detach_delivery_partition(name)`) },
  examples: ['deliveries_20000101'],
  build: (partition: string, select) => sql`SELECT ${select} FROM (SELECT ${partition}::text AS name) AS expired`,
});

/**
 * Detaches the partitions whose retention has ended: their deliveries leave the ledger, and no more are added. A day's
 * keys are therefore kept at least as long as the ledger keeps the day, however long deleting them takes. A day that
 * is being read throughout is left for the next run.
 */
async function detachDays({ database, periods: { days }, logger }: RetentionRun): Promise<RetentionBatch> {
  let done = true;
  for (const { name: partition } of await attachedPartitions.all(database.pool, days)) {
    // Deliveries under a legal hold move aside first, so that the delivery log shows them all the time.
    if (await hasHeldRows(database.pool, partition)) {
      done = false;
      continue;
    }
    const found = retryLocked(() => detachPartition.first(database.pool, partition));
    const result = await found.catch(nullIfLocked);
    if (result === null) logger.info({ partition }, 'partition is in use, and is detached later');
    else if (result.detached) logger.info({ partition }, 'partition detached');
  }
  return { deleted: 0, done };
}

function nullIfLocked(error: unknown): null {
  if (isLockTimeout(error)) return null;
  throw error;
}

const oldestExpired = defineQuery({
  name: 'oldest expired partition',
  columns: pick(columnsOf('ExpiredPartition'), 'name'),
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM expired_partitions ORDER BY name LIMIT 1`,
});

const deleteKeys = defineQuery({
  name: 'delete keys of partition',
  columns: {
    isClaimed: computed('bool', sql`EXISTS (SELECT FROM position)`),
    deleted: computed('int8', sql`(SELECT count(*) FROM gone)`),
    read: computed('int8', sql`(SELECT count(*) FROM page)`),
  },
  examples: [{ partition: 'deliveries_default', day: '2000-01-01', limit: 1 }],
  build: ({ partition, day, limit }: { partition: string; day: string; limit: number }, select) => sql`
    WITH position AS MATERIALIZED (
      SELECT COALESCE(last_id, '00000000-0000-0000-0000-000000000000') AS last_id FROM expired_partitions
      WHERE name = ${partition} FOR UPDATE SKIP LOCKED),
    page AS MATERIALIZED (
      SELECT id, integration_id, dedupe_key FROM ${raw(partition)}
      WHERE id > (SELECT last_id FROM position) ORDER BY id LIMIT ${limit}),
    gone AS (
      DELETE FROM delivery_keys k USING page p
      WHERE ${KEY_OF} AND k.received_at < ${startOf(sql`${day}::date + 1`)} RETURNING 1),
    letters AS (DELETE FROM dead_letters d USING page p WHERE d.delivery_id = p.id),
    moved AS (
      UPDATE expired_partitions SET last_id = (SELECT id FROM page ORDER BY id DESC LIMIT 1)
      WHERE name = ${partition} AND EXISTS (SELECT FROM page))
    SELECT ${select}`,
});

/**
 * Deletes the keys and dead letters of the next deliveries in the oldest detached partition, and stores the last of these
 * deliveries as the position. A key that a later day's delivery has taken over is not deleted. The partition lists the
 * remaining keys, so it is dropped after them. Leaves the partition to another worker that is at it.
 */
async function deleteKeysOfDays({ database, logger }: RetentionRun, limit: number): Promise<RetentionBatch> {
  const partition = (await oldestExpired.first(database.pool, null))?.name;
  if (partition === undefined) return { deleted: 0, done: true };
  // One that arrived while the day was being detached, or that was put under a legal hold since.
  const held = await moveHeldRows(database.pool, partition, limit).catch(nullIfDropped);
  if (held === limit) return { deleted: 0, done: false };
  const found = deleteKeys.first(database.pool, { partition, day: dayOf(partition), limit });
  const { isClaimed, deleted, read } = (await found.catch(nullIfDropped)) ?? NOT_CLAIMED;
  if (!isClaimed) return { deleted, done: true };
  if (read < limit) {
    const isDropped = await retryLocked(() => dropPartition(database, partition)).catch(nullIfDropped);
    if (isDropped) logger.info({ partition }, 'partition dropped');
  }
  return { deleted, done: false };
}

const NOT_CLAIMED = { isClaimed: false, deleted: 0, read: 0 };
const UNDEFINED_TABLE = '42P01';

/** Another worker may have dropped the partition. */
function nullIfDropped(error: { code?: string }): null {
  if (error.code === UNDEFINED_TABLE) return null;
  throw error;
}

const forgetExpired = defineQuery({
  name: 'forget expired partition',
  columns: {},
  examples: ['deliveries_20000101'],
  build: (partition: string) => sql`DELETE FROM expired_partitions WHERE name = ${partition}`,
});

/** Leaves a partition that still has deliveries under a legal hold: one set meanwhile, or not moved by another worker. */
async function dropPartition(database: Pick<Database, 'transaction'>, partition: string): Promise<boolean> {
  dayOf(partition);
  return database.transaction(async (tx) => {
    await runCommand(tx, LIMIT_LOCK_WAIT);
    await runCommand(tx, `LOCK TABLE ${partition}`);
    if (await hasHeldRows(tx, partition)) return false;
    await runCommand(tx, `DROP TABLE ${partition}`);
    await forgetExpired.execute(tx, partition);
    return true;
  });
}

/** Deliveries of expired days that had no partition, or arrived after it was gone, and their keys. */
const deleteStray = defineQuery({
  name: 'delete stray deliveries',
  columns: { deleted: computed('int8', sql`count(*)`) },
  examples: [{ days: 1, limit: 1 }],
  build({ days, limit }: { days: number; limit: number }, select) {
    const before = startOfLedger(days);
    return sql`WITH stray AS (
        DELETE FROM deliveries_default WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM deliveries_default WHERE received_at < ${before} AND NOT ${isHeldProject(sql`project_id`)}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING id, integration_id, dedupe_key),
      ${deleteKeysAndLetters(sql`stray`, before)}
      SELECT ${select} FROM stray`;
  },
});

/** How long the oldest day of deliveries, keys included, has been waiting to be deleted. */
const overdueSeconds = (retentionDays: number) => sql`
  SELECT extract(epoch FROM now() - ${startOf(sql`to_date(right(min(name), 8), 'YYYYMMDD') + 1 + ${retentionDays}::int`)})
  FROM (${attachedNames(retentionDays)} UNION SELECT name FROM expired_partitions) AS expired`;

/** The ledger's days, the keys of days that were detached, and deliveries outside of any day. */
export const expiredDays: readonly RetentionKind[] = [
  ...heldDeliveries,
  { table: 'deliveries', batch: 1, deleteBatch: detachDays, overdue: ({ days }) => overdueSeconds(days) },
  { table: 'delivery_keys', batch: 5_000, deleteBatch: deleteKeysOfDays },
  {
    table: 'deliveries',
    batch: 5_000,
    async deleteBatch({ database, periods: { days } }, limit) {
      return batchOf((await deleteStray.first(database.pool, { days, limit }))?.deleted ?? 0, limit);
    },
  },
];
