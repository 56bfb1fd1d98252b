import type { Delivery } from '@slipway/contracts';
import { apiReads, isDatabaseOutage, openProcessDatabase } from '@slipway/db';
import { type Clock, createCursorCodec, systemClock } from '@slipway/domain';
import { ApiError, type Express } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import {
  connectFailFast,
  createDeliveryPublisher,
  createJobPublisher,
  type DeliveryPublisher,
  watchRedis,
} from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import { createApp } from './app.js';
import { authenticate } from './authenticate.js';
import { LARGE_REPLAY_TIMEOUT_MS, OUTAGE_RETRY_SECONDS, STATEMENT_TIMEOUT_MS } from './limits.js';
import { describeApi } from './openapi.js';
import { createRateLimits } from './rate-limits.js';
import { createTokenUsage } from './token-usage.js';

/** Connects the API app to its database and Redis, and registers how to close them. */
export function composeApi(
  context: ProcessContext,
  isDraining: () => boolean,
  clock: Clock = systemClock,
): Express {
  const { settings, logger, onClose } = context;
  const database = openProcessDatabase(context, { name: 'slipway-api', statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const redis = connectFailFast(settings.REDIS_URL, (error) => logger.warn({ err: error }, 'redis connection'));
  onClose('redis', () => redis.disconnect());
  const queue = createJobPublisher({ connection: redis });
  onClose('job publisher', () => queue.close());
  const health = watchRedis(redis);
  onClose('redis health', () => health.close());
  const publisher = createDeliveryPublisher({ connection: redis, health, largeLimitMs: LARGE_REPLAY_TIMEOUT_MS });
  onClose('delivery publisher', () => publisher.close());
  const reads = apiReads(database.pool);
  const usage = createTokenUsage({ on: database.pool, clock, logger });
  onClose('token usage', () => usage.close());
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    isDraining,
    isOutage: isDatabaseOutage,
    services: {
      reads,
      database,
      clock,
      cursors: createCursorCodec(settings.APP_SECRET),
      investigations: {
        creditCost: settings.INVESTIGATION_CREDIT_COST,
        dailyLimit: settings.INVESTIGATION_DAILY_LIMIT,
        queue: (investigationId) =>
          queue
            .enqueue('investigate_build', { investigationId }, investigationId)
            .catch((error: Error) => logger.warn({ err: error, investigationId }, 'investigation not queued yet')),
      },
      queueDelivery: (delivery) => queueDelivery(publisher, delivery),
      openApi: describeApi(settings.BASE_URL),
      baseUrl: settings.BASE_URL,
      upgradeUrl: `${settings.BASE_URL}/settings/billing`,
      authenticate: (token) => authenticate(token, { reads, clock, recordUse: usage.record }),
      findProject: reads.findProject,
    },
    rateLimits: createRateLimits(redis, clock, settings),
    checks: {
      database: () => database.ping(),
      queue: async () => void (await redis.ping()),
      migrations: () => requireMigrations(database.pool),
    },
  });
}

async function queueDelivery(publisher: DeliveryPublisher, delivery: Delivery): Promise<void> {
  try {
    await publisher.publish(delivery);
  } catch (cause) {
    const message = 'The delivery cannot be queued right now.';
    throw new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause });
  }
}
