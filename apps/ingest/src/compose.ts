import { findIntegration, isDatabaseOutage, openDatabase } from '@slipway/db';
import { systemClock } from '@slipway/domain';
import type { Express } from '@slipway/http';
import { connectFailFast, createDeliveryPublisher } from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import { createApp } from './app.js';

const LOOKUP_TIMEOUT_MS = 1_500;

/** Wires the ingest app to its database, queue and metrics, and registers how to take it down. */
export function composeIngest(context: ProcessContext, isDraining: () => boolean): Express {
  const { settings, logger, metrics, onClose } = context;
  const database = openDatabase({
    url: settings.DATABASE_URL,
    name: 'slipway-ingest',
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs: LOOKUP_TIMEOUT_MS,
    onIdleError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  onClose('database', () => database.close());
  const redis = connectFailFast(settings.REDIS_URL, (error) => logger.warn({ err: error }, 'redis connection'));
  onClose('redis', () => redis.disconnect());
  const envelopeSize = metrics.histogram(
    'envelope_deliveries',
    'Deliveries per envelope',
    [1, 2, 5, 10, 50, 100, 500],
  );
  const publisher = createDeliveryPublisher({
    connection: redis,
    onEnvelope: (envelope) => envelopeSize.observe(envelope.deliveries.length),
  });
  onClose('publisher', () => publisher.close());
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    bodyLimitBytes: settings.WEBHOOK_BODY_LIMIT,
    clock: systemClock,
    isDraining,
    findIntegration: (tokenHash) => findIntegration(database.pool, tokenHash),
    publish: (delivery) => publisher.publish(delivery),
    isLookupOutage: isDatabaseOutage,
    checks: {
      database: async () => void (await database.pool.query({ text: 'SELECT 1' })),
      queue: async () => void (await redis.ping()),
    },
    accepted: metrics.counter('deliveries_received_total', 'Webhook requests by provider and outcome', [
      'provider',
      'outcome',
    ]),
  });
}
