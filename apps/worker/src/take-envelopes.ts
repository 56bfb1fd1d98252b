import { setTimeout as delay } from 'node:timers/promises';
import type { JobPayload } from '@slipway/contracts';
import { preparePartitions } from '@slipway/db';
import { type QueuedDeliveries, type Redis, startDeliveryWorkers } from '@slipway/queue';
import pLimit from 'p-limit';
import type { SharedContext } from './define-job.js';

const RETRY_MS = 1_000;

export interface TakeEnvelopesOptions {
  readonly redis: Redis;
  /** Transactions of one queue at once. */
  readonly concurrency: number;
  /** Transactions of all queues at once: more than there are connections would wait for one, and fail. */
  readonly transactions: number;
  readonly shared: SharedContext;
  readonly apply: (
    envelope: JobPayload<'apply_deliveries'>,
    signal: AbortSignal,
    queued: QueuedDeliveries,
  ) => Promise<void>;
}

/**
 * Takes envelopes once the ledger has a partition for each day they may be of. Closing takes no more of them and lets
 * those underway finish.
 */
export function takeEnvelopes({ redis, concurrency, transactions, shared, apply }: TakeEnvelopesOptions) {
  const { logger, metrics } = shared;
  const closing = new AbortController();
  const limit = pLimit(transactions);
  async function start() {
    await prepareLedger(shared, closing.signal);
    if (closing.signal.aborted) return null;
    return startDeliveryWorkers({
      connection: redis,
      concurrency,
      apply: (...envelope) => limit(() => apply(...envelope)),
      onError: (error) => logger.warn({ err: error }, 'taking envelopes'),
      onRetry(error) {
        metrics.envelopeRetries.inc();
        logger.warn({ err: error }, 'envelope failed, will be tried again');
      },
      onStalled: () => metrics.envelopesStalled.inc(),
    });
  }
  const started = start();
  return {
    async close() {
      closing.abort();
      const workers = await started;
      await workers?.close();
    },
  };
}

/**
 * After a standstill there may be no partitions for the days that wait. They are made before the first delivery is
 * applied: moving rows out of the default partition later is slow. While the database is away nothing can be applied
 * anyway; if it is there and they cannot be made, the default partition has to do.
 */
async function prepareLedger({ database, retentionDays, logger }: SharedContext, closing: AbortSignal) {
  while (!closing.aborted) {
    try {
      await preparePartitions(database.pool, retentionDays);
      return;
    } catch (error) {
      logger.warn({ err: error }, 'partitions not made yet');
    }
    const isThere = await database.ping().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await delay(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}
