import { openProcessDatabase } from '@slipway/db';
import { appSecretsOf, type Clock } from '@slipway/domain';
import type { Express } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import { connectFailFast, pingRedis } from '@slipway/queue';
import { openRestServices, restFailures, STATEMENT_TIMEOUT_MS } from '@slipway/rest';
import { dependencyLog, type ProcessContext, redisState, throttledLog } from '@slipway/runtime';
import { createApp } from './app.js';
import { openCallers } from './callers.js';
import { composeReads } from './compose-reads.js';
import { createRateLimits } from './rate-limits.js';
import { createTokenUsage } from './token-usage.js';

/** Connects the API app to its database and Redis, and registers how to close them. */
export function composeApi(
  context: ProcessContext,
  isDraining: () => boolean,
  clock: Clock = context.clock,
): Express {
  const { settings, logger, metrics, tracing, onClose } = context;
  const database = openProcessDatabase(context, {
    name: 'slipway-api',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    preloadModels: true,
    onState: dependencyLog(throttledLog(logger), 'database'),
  });
  const redis = connectFailFast(settings, redisState(context));
  onClose('redis', () => redis.disconnect());
  const rest = openRestServices(context, { database, redis, clock });
  const usage = createTokenUsage({ database, clock, logger });
  onClose('token usage', () => usage.close());
  const { sources, ...routed } = composeReads(context, database);
  const { callerOf, findProject } = openCallers({
    reads: rest.reads,
    sources,
    clock,
    appSecrets: appSecretsOf(settings),
    usage,
  });
  const observed = { tier: 'api', metrics, tracing } as const;
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    observed,
    isDraining,
    databaseFailure: restFailures(logger, observed),
    ...routed,
    services: { ...rest, findProject },
    callerOf,
    rateLimits: createRateLimits({ redis, clock, settings, callerOf }),
    warnings: async () => [...context.warnings.list(), ...(await routed.warnings())],
    checks: {
      // A process that can still answer reads must stay behind its load balancer.
      database: () => sources.run((source) => source.database.ping()),
      queue: () => pingRedis(redis),
      migrations: () => sources.run((source) => requireMigrations(source.database.spare)),
    },
  });
}
