import { connectFailFast, DeliveryPublisher, type Redis, watchRedis } from '@slipway/queue';
import { type ProcessContext, SettingsError, throttledLog } from '@slipway/runtime';
import { type Accept, createAccept } from './accept.js';
import { CLOSE_LIMIT_MS, DRAIN_REPLICATION_MS, DRAIN_TIMEOUT_MS, LAST_DRAIN_MS } from './limits.js';
import type { QuarantinedRecord } from './spool/drain-segments.js';
import { drainSpool } from './spool/drain-spool.js';
import { openSpool, type Spool } from './spool/spool.js';
import { traceAccept, tracePublish } from './trace-accept.js';

/** Wires the path into the queue: the publisher, the spool, and the draining of the spool. */
export async function composeAccept(context: ProcessContext, redis: Redis): Promise<Accept> {
  const { settings, logger, metrics, tracing, clock, onClose } = context;
  const log = throttledLog(logger);
  const health = watchRedis(redis, { waitReplicas: settings.REDIS_WAIT_REPLICAS });
  onClose('redis health', () => health.close());
  const sizes = metrics.histogram('envelope_deliveries', 'Deliveries per envelope', [1, 2, 5, 10, 50, 100, 500]);
  const envelopes = {
    clock,
    waitReplicas: settings.REDIS_WAIT_REPLICAS,
    onEnvelope: (deliveries: number) => sizes.observe(deliveries),
    ...(tracing === null ? {} : { trace: tracePublish(tracing) }),
  };
  const publisher = new DeliveryPublisher({
    ...envelopes,
    connection: redis,
    health,
    onFailure: (error) => log.warn({ err: error }, 'redis did not take an envelope'),
  });
  onClose('publisher', () => publisher.close());
  const spool = await openSpoolOf(context);
  // Draining has a separate connection: a large delivery takes longer than the commands of a request may.
  const connection = connectFailFast(settings, ignoreState, DRAIN_TIMEOUT_MS);
  const enqueuer = new DeliveryPublisher({ ...envelopes, connection, waitMs: DRAIN_REPLICATION_MS });
  const drain = drainSpool({ spool, enqueuer, health, log });
  const close = async () => {
    await drain.finish(LAST_DRAIN_MS);
    // Ends an enqueue that waits for Redis; its deliveries stay in the spool.
    connection.disconnect();
    await drain.close();
    await enqueuer.close();
  };
  onClose('spool draining', close, LAST_DRAIN_MS + CLOSE_LIMIT_MS);
  const accept = createAccept({ publisher, spool, health, enqueuer, clock });
  return tracing === null ? accept : traceAccept(accept, tracing);
}

function ignoreState(): void {
  // The connection of the requests reports the state of Redis.
}

async function openSpoolOf(context: ProcessContext): Promise<Spool> {
  const { settings, logger, metrics, onClose } = context;
  const { SPOOL_DIR: dir, SPOOL_LIMIT: limitBytes } = settings;
  const damaged = metrics.counter('spool_damaged_records_total', 'Damaged spool records put in quarantine');
  const onQuarantine = (record: QuarantinedRecord) => {
    damaged.inc();
    logger.error(record, 'damaged spool record is in quarantine');
  };
  const onState = (problem: Error | null) => {
    if (problem === null) logger.info('spool is available');
    else logger.error({ err: problem, dir }, 'spool is unavailable');
  };
  try {
    const spool = await openSpool({ dir, limitBytes, onQuarantine, onState });
    reportSpool(spool, context);
    onClose('spool', () => spool.close());
    return spool;
  } catch (error) {
    throw new SettingsError([`SPOOL_DIR: "${dir}" cannot be used: ${(error as Error).message}`], { cause: error });
  }
}

function reportSpool(spool: Spool, { settings, metrics, warnings }: ProcessContext): void {
  const { readGauge } = metrics;
  readGauge('spool_bytes', 'Bytes waiting on disk', () => spool.bytes());
  readGauge('spool_limit_bytes', 'Bytes that may wait on disk', () => settings.SPOOL_LIMIT);
  const isAvailable = () => (spool.problem() === null ? 1 : 0);
  readGauge('spool_available', 'Whether the disk of the spool takes deliveries', isAvailable, 'min');
  readGauge('spool_free_bytes', 'Free bytes on the disk of the spool', () => spool.freeBytes(), 'min');
  const inQuarantine = () => spool.quarantined().records;
  readGauge('spool_quarantine_records', 'Damaged spool records waiting for an operator', inQuarantine);
  warnings.add(() => {
    const problem = spool.problem();
    if (problem === null) return [];
    return [`The spool is unavailable: webhooks are refused if Redis fails too. SPOOL_DIR: ${problem.message}.`];
  });
}
