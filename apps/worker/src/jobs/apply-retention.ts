import {
  compactRollupCounts,
  deleteExpired,
  deleteKeysOf,
  deleteStrayDeliveries,
  detachExpiredPartitions,
  dropPartition,
  findExpiredPartition,
  forgetTokenAddresses,
  forgetUnusedSweeps,
  RETENTION_RULES,
  sweepHistory,
} from '@slipway/db';
import { HISTORY_TABLES, type HistoryTable } from '@slipway/domain';
import { defineJob, type JobContext, UNFINISHED } from '../define-job.js';

/** Rows per statement; small batches hold their locks only briefly. */
const BATCH = 5_000;
/** Builds, logs and changes have many rows in other tables, which are deleted with them. */
const HISTORY_BATCH = 500;
/** Rows that are left after this time wait for the next run. */
const BUDGET_MS = 60_000;

/** One kind of data that expires. */
interface RetentionTask {
  readonly table: string;
  /** Deletes one batch. `done` means that no expired data is left. */
  step(): Promise<{ readonly deleted: number; readonly done: boolean }>;
}

/**
 * Deletes expired data in small batches, one of each kind in turn, so that no kind waits for another or fails with it.
 */
export const job = defineJob({
  name: 'apply_retention',
  async run(_payload, context) {
    const { clock, signal, logger, metrics, database, history } = context;
    await forgetUnusedSweeps(database.pool, history);
    const deadline = clock.now() + BUDGET_MS;
    const waiting = retentionTasks(context);
    const failures: Error[] = [];
    while (clock.now() < deadline && !signal.aborted) {
      const task = waiting.shift();
      if (task === undefined) break;
      try {
        const { deleted, done } = await task.step();
        metrics.retentionDeleted.inc({ table: task.table }, deleted);
        if (!done) waiting.push(task);
      } catch (cause) {
        failures.push(new Error(`${task.table}: ${(cause as Error).message}`, { cause }));
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    if (waiting.length === 0) return undefined;
    logger.info({ tables: waiting.map(({ table }) => table) }, 'retention continues in the next run');
    return UNFINISHED;
  },
});

function retentionTasks(context: JobContext): RetentionTask[] {
  const { database, retentionDays: days } = context;
  const batch = { days, limit: BATCH };
  const untilFewer = (deleted: number) => ({ deleted, done: deleted < BATCH });
  return [
    { table: 'deliveries', step: () => detachDays(context) },
    { table: 'delivery_keys', step: () => deleteKeys(context) },
    { table: 'deliveries', step: async () => untilFewer(await deleteStrayDeliveries(database.pool, batch)) },
    {
      table: 'rollup_counts',
      step: async () => ({ deleted: await compactRollupCounts(database.pool), done: true }),
    },
    // Keeps the rows, and only forgets the addresses in them.
    { table: 'api_tokens', step: async () => untilFewer(await forgetTokenAddresses(database.pool, BATCH)) },
    ...RETENTION_RULES.map((rule) => ({
      table: rule.table,
      step: async () => untilFewer(await deleteExpired(database.pool, rule, batch)),
    })),
    ...HISTORY_TABLES.flatMap((table) => sweepTask(context, table)),
  ];
}

function sweepTask({ database, history, logger }: JobContext, table: HistoryTable): RetentionTask[] {
  const days = history[table];
  if (days === undefined) return [];
  const step = async () => {
    const { finished, ...result } = await sweepHistory(database, { table, days, limit: HISTORY_BATCH });
    if (finished !== undefined) logger.info({ table, ...finished }, 'retention sweep finished');
    return result;
  };
  return [{ table, step }];
}

async function detachDays({ database, retentionDays, logger }: JobContext) {
  for (const partition of await detachExpiredPartitions(database, retentionDays))
    logger.info({ partition }, 'partition detached');
  return { deleted: 0, done: true };
}

/** The partition lists the remaining keys, so it is dropped after them. */
async function deleteKeys({ database, logger }: JobContext) {
  const partition = await findExpiredPartition(database.pool);
  if (partition === null) return { deleted: 0, done: true };
  const { deleted, done } = await deleteKeysOf(database.pool, partition, BATCH);
  if (done) {
    await dropPartition(database, partition);
    logger.info({ partition }, 'partition dropped');
  }
  return { deleted, done: false };
}
