import { forgetUnusedSweeps, RETENTION_KINDS } from '@slipway/db';
import { defineJob, UNFINISHED } from '../define-job.js';

/** After this time, a run leaves the rest to the next one, which begins immediately. */
const BUDGET_MS = 60_000;

/**
 * Deletes expired data in small batches, one of each kind in turn, so that no kind waits for another or fails with it.
 */
export const job = defineJob({
  name: 'apply_retention',
  async run(_payload, { clock, signal, closing, logger, metrics, database, retentionDays: days, history }) {
    await forgetUnusedSweeps(database.pool, history);
    const run = { database, periods: { days, history }, logger };
    const deadline = clock.now() + BUDGET_MS;
    const waiting = [...RETENTION_KINDS];
    const failures: Error[] = [];
    while (clock.now() < deadline && !signal.aborted && !closing.aborted) {
      const kind = waiting.shift();
      if (kind === undefined) break;
      try {
        const { deleted, done } = await kind.deleteBatch(run, kind.batch);
        metrics.retentionDeleted.inc({ table: kind.table }, deleted);
        if (!done) waiting.push(kind);
      } catch (cause) {
        failures.push(new Error(`${kind.table}: ${(cause as Error).message}`, { cause }));
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    if (waiting.length === 0) return undefined;
    logger.info({ tables: waiting.map(({ table }) => table) }, 'retention continues in the next run');
    return UNFINISHED;
  },
});
