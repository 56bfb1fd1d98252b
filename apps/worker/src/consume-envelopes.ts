import { setTimeout as delay } from 'node:timers/promises';
import type { JobPayload } from '@slipway/contracts';
import { preparePartitions } from '@slipway/db';
import { type DeliveryWorkers, type QueuedDeliveries, type Redis, startDeliveryWorkers } from '@slipway/queue';
import { throttledLog } from '@slipway/runtime';
import type { SharedContext } from './define-job.js';
import { PARTITIONS_RETRY_MS } from './limits.js';

export interface ConsumeEnvelopesOptions {
  readonly redis: Redis;
  /** The most concurrent transactions per queue. */
  readonly concurrency: number;
  /** The most concurrent transactions in all queues: beyond the number of connections, some would time out. */
  readonly transactions: number;
  readonly shared: SharedContext;
  readonly apply: (
    envelope: JobPayload<'apply_deliveries'>,
    signal: AbortSignal,
    queued: QueuedDeliveries,
  ) => Promise<void>;
}

/** Consumes envelopes once the ledger has its partitions. `close` stops fetching and waits for running envelopes. */
export function consumeEnvelopes({ redis, concurrency, transactions, shared, apply }: ConsumeEnvelopesOptions) {
  const { logger, metrics } = shared;
  const log = throttledLog(logger);
  const closing = new AbortController();
  async function start() {
    await prepareLedger(shared, closing.signal);
    if (closing.signal.aborted) return null;
    return startDeliveryWorkers({
      connection: redis,
      concurrency,
      transactions,
      apply,
      onError: (error) => log.warn({ err: error }, 'consuming envelopes failed'),
      onRetry(error) {
        metrics.envelopeRetries.inc();
        log.warn({ err: error }, 'envelope failed and will be retried');
      },
      onStalled: () => metrics.envelopesStalled.inc(),
    });
  }
  const started = start();
  let running: DeliveryWorkers | null = null;
  void started.then((workers) => {
    running = workers;
  });
  metrics.watchSlots({ used: () => running?.used() ?? 0, limit: transactions });
  return {
    async close() {
      closing.abort();
      const workers = await started;
      await workers?.close();
    },
  };
}

/**
 * After a long outage, the ledger may lack partitions for the days that wait in the queue. They are created before the
 * first delivery is applied, because moving rows out of the default partition later is slow. While the database is
 * down, nothing can be applied anyway. If it is up but the partitions cannot be created, the default partition is used.
 */
async function prepareLedger({ database, retentionDays, logger }: SharedContext, closing: AbortSignal) {
  const log = throttledLog(logger);
  while (!closing.aborted) {
    try {
      await preparePartitions(database.pool, retentionDays);
      return;
    } catch (error) {
      log.warn({ err: error }, 'partitions not created');
    }
    const isUp = await database.ping().then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(PARTITIONS_RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}
