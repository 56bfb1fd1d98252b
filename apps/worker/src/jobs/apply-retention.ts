import { deleteExpired, deleteKeysOf, dropPartition, listExpiredPartitions, RETENTION_RULES } from '@slipway/db';
import { defineJob, type JobContext } from '../define-job.js';

/** Rows per statement; small batches hold their locks only briefly. */
const BATCH = 5_000;
/** Rows that remain after this time wait for the next run. */
const BUDGET_MS = 60_000;

/** Deletes expired rows in small batches. */
export const job = defineJob({
  name: 'apply_retention',
  async run(_payload, context) {
    const { clock, signal, logger } = context;
    const deadline = clock.now() + BUDGET_MS;
    const mayContinue = () => clock.now() < deadline && !signal.aborted;
    await deleteRows(context, mayContinue);
    await dropDays(context, mayContinue);
    if (!mayContinue()) logger.info('retention continues in the next run');
  },
});

async function deleteRows({ database, retentionDays, metrics }: JobContext, mayContinue: () => boolean) {
  for (const rule of RETENTION_RULES) {
    let deleted = BATCH;
    while (deleted === BATCH && mayContinue()) {
      deleted = await deleteExpired(database.pool, rule, { days: retentionDays, limit: BATCH });
      metrics.retentionDeleted.inc({ table: rule.table }, deleted);
    }
  }
}

/** Deletes a day's keys before its partition, which lists the keys that remain. */
async function dropDays(context: JobContext, mayContinue: () => boolean): Promise<void> {
  const { database, retentionDays, logger } = context;
  for (const partition of await listExpiredPartitions(database.pool, retentionDays)) {
    if (!(await deleteKeys(partition, context, mayContinue))) return;
    await dropPartition(database.pool, partition);
    logger.info({ partition }, 'partition dropped');
  }
}

/** Returns false when the time ran out before all keys were deleted. */
async function deleteKeys(
  partition: string,
  { database, metrics }: JobContext,
  mayContinue: () => boolean,
): Promise<boolean> {
  let after: string | null = null;
  while (mayContinue()) {
    const { last, deleted } = await deleteKeysOf(database.pool, partition, { after, limit: BATCH });
    metrics.retentionDeleted.inc({ table: 'delivery_keys' }, deleted);
    if (last === null) return true;
    after = last;
  }
  return false;
}
