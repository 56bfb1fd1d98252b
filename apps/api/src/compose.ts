import type { Delivery } from '@slipway/contracts';
import { apiReads, type Database, isDatabaseOutage, openProcessDatabase } from '@slipway/db';
import { type Clock, createCursorCodec, systemClock } from '@slipway/domain';
import { ApiError, type Express } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import {
  connectFailFast,
  createDeliveryEnqueuer,
  createJobPublisher,
  type DeliveryEnqueuer,
} from '@slipway/queue';
import { dependencyLog, type ProcessContext, throttledLog } from '@slipway/runtime';
import { createApp } from './app.js';
import { authenticate } from './authenticate.js';
import { OUTAGE_RETRY_SECONDS, REPLAY_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './limits.js';
import { describeApi } from './openapi.js';
import { createRateLimits } from './rate-limits.js';
import type { ApiServices } from './services.js';
import { createTokenUsage } from './token-usage.js';

/** Connects the API app to its database and Redis, and registers how to close them. */
export function composeApi(
  context: ProcessContext,
  isDraining: () => boolean,
  clock: Clock = systemClock,
): Express {
  const { settings, logger, onClose } = context;
  const database = openProcessDatabase(context, {
    name: 'slipway-api',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    preloadModels: true,
    onState: dependencyLog(throttledLog(logger), 'database'),
  });
  const redis = connectFailFast(settings.REDIS_URL, dependencyLog(throttledLog(logger), 'redis'));
  onClose('redis', () => redis.disconnect());
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    isDraining,
    isOutage: isDatabaseOutage,
    services: createServices(context, { database, redis, clock }),
    rateLimits: createRateLimits(redis, clock, settings),
    checks: {
      database: () => database.ping(),
      queue: async () => void (await redis.ping()),
      migrations: () => requireMigrations(database.pool),
    },
  });
}

interface Connections {
  readonly database: Database;
  readonly redis: ReturnType<typeof connectFailFast>;
  readonly clock: Clock;
}

function createServices(context: ProcessContext, { database, redis, clock }: Connections): ApiServices {
  const { settings, logger, onClose } = context;
  const reads = apiReads(database);
  const usage = createTokenUsage({ on: database, clock, logger });
  onClose('token usage', () => usage.close());
  const replays = openReplayQueue(context);
  return {
    reads,
    database,
    clock,
    cursors: createCursorCodec(settings.APP_SECRET),
    investigations: openInvestigations(context, redis),
    queueDelivery: (delivery) => queueDelivery(replays, delivery),
    openApi: describeApi(settings.BASE_URL),
    baseUrl: settings.BASE_URL,
    upgradeUrl: `${settings.BASE_URL}/settings/billing`,
    authenticate: (token) => authenticate(token, { reads, clock, recordUse: usage.record }),
    findProject: reads.findProject,
  };
}

function openInvestigations(
  { settings, logger, onClose }: ProcessContext,
  connection: Connections['redis'],
): ApiServices['investigations'] {
  const jobs = createJobPublisher({ connection });
  onClose('job publisher', () => jobs.close());
  return {
    creditCost: settings.INVESTIGATION_CREDIT_COST,
    dailyLimit: settings.INVESTIGATION_DAILY_LIMIT,
    queue: (investigationId) =>
      jobs
        .enqueue('investigate_build', { investigationId }, investigationId)
        .catch((error: Error) => throttledLog(logger).warn({ err: error }, 'investigation not queued yet')),
  };
}

/** Replays have a connection of their own, where no other command waits behind a large one. */
function openReplayQueue({ settings, onClose }: ProcessContext): DeliveryEnqueuer {
  const connection = connectFailFast(
    settings.REDIS_URL,
    () => {
      // The connection of the requests reports the state of Redis.
    },
    REPLAY_TIMEOUT_MS,
  );
  const enqueuer = createDeliveryEnqueuer({ connection });
  onClose('replay queue', async () => {
    await enqueuer.close();
    connection.disconnect();
  });
  return enqueuer;
}

async function queueDelivery(replays: DeliveryEnqueuer, delivery: Delivery): Promise<void> {
  try {
    await replays.enqueue([delivery]);
  } catch (cause) {
    const message = 'The delivery cannot be queued right now.';
    throw new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause });
  }
}
