import { deleteExpired, deleteKeysOf, dropPartition, listExpiredPartitions, RETENTION_RULES } from '@slipway/db';
import { defineJob, type JobContext } from '../define-job.js';

/** Rows per statement, so that none holds its locks for long. */
const BATCH = 5_000;
/** What is left over by then waits for the next run. */
const BUDGET_MS = 60_000;

/** Deletes what has outlived its time, in small steps. */
export const job = defineJob({
  name: 'apply_retention',
  async run(_payload, context) {
    const { clock, signal, logger } = context;
    const deadline = clock.now() + BUDGET_MS;
    const mayGoOn = () => clock.now() < deadline && !signal.aborted;
    await deleteRows(context, mayGoOn);
    await dropDays(context, mayGoOn);
    if (!mayGoOn()) logger.info('retention goes on in the next run');
  },
});

async function deleteRows({ database, retentionDays, metrics }: JobContext, mayGoOn: () => boolean) {
  for (const rule of RETENTION_RULES) {
    let deleted = BATCH;
    while (deleted === BATCH && mayGoOn()) {
      deleted = await deleteExpired(database.pool, rule, { days: retentionDays, limit: BATCH });
      metrics.retentionDeleted.inc({ table: rule.table }, deleted);
    }
  }
}

/** A day's keys go first: a partition that is still there says which are left. */
async function dropDays(context: JobContext, mayGoOn: () => boolean): Promise<void> {
  const { database, retentionDays, logger } = context;
  for (const partition of await listExpiredPartitions(database.pool, retentionDays)) {
    if (!(await deleteKeys(partition, context, mayGoOn))) return;
    await dropPartition(database.pool, partition);
    logger.info({ partition }, 'partition dropped');
  }
}

/** False when time ran out before the last of them. */
async function deleteKeys(
  partition: string,
  { database, metrics }: JobContext,
  mayGoOn: () => boolean,
): Promise<boolean> {
  let after: string | null = null;
  while (mayGoOn()) {
    const { last, deleted } = await deleteKeysOf(database.pool, partition, { after, limit: BATCH });
    metrics.retentionDeleted.inc({ table: 'delivery_keys' }, deleted);
    if (last === null) return true;
    after = last;
  }
  return false;
}
