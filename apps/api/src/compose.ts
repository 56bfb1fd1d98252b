import { type Database, openProcessDatabase } from '@slipway/db';
import { appSecretsOf, type Clock } from '@slipway/domain';
import {
  createHttpApp,
  type DatabaseFailure,
  docsRoutes,
  type Express,
  handleErrors,
  handleNotFound,
  healthRoutes,
  mountEndpoints,
  type ObservedTier,
  type ReadinessChecks,
} from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import { connectFailFast, pingRedis } from '@slipway/queue';
import {
  type ComposedReads,
  composeReadSources,
  endpoints,
  MAX_BODY_BYTES,
  openRestServices,
  type RestEndpoint,
  type RestServices,
  restFailures,
  STATEMENT_TIMEOUT_MS,
} from '@slipway/rest';
import { dependencyLog, type Logger, type ProcessContext, redisState, throttledLog } from '@slipway/runtime';
import { type Callers, openCallers } from './callers.js';
import { createRateLimits, type RateLimits } from './rate-limits.js';
import { type ReadServer, readFromReplica } from './read-from-replica.js';
import { createTokenUsage } from './token-usage.js';

export interface ApiDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly observed: ObservedTier;
  readonly endpoints: readonly RestEndpoint[];
  readonly services: RestServices;
  readonly callers: Callers;
  readonly rateLimits: RateLimits;
  readonly checks: ReadinessChecks;
  /** Problems that an operator should fix even though the API works. */
  readonly warnings: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
  readonly databaseFailure: DatabaseFailure;
}

/** Serves the REST API under /api/v1 and its reference at /docs. */
function createApp(deps: ApiDeps): Express {
  const { endpoints, services, callers, rateLimits } = deps;
  const { callerOf, expect } = callers;
  const app = createHttpApp(deps);
  app.set('etag', 'weak');
  app.use(healthRoutes(deps));
  app.use('/docs', docsRoutes({ title: 'Slipway API', documentUrl: '/api/v1/openapi.json' }));
  app.use('/api', rateLimits.general);
  const limiters = rateLimits.endpoints;
  app.use(
    '/api',
    mountEndpoints({ endpoints, services, callerOf, expect, limiters, maxBodyBytes: MAX_BODY_BYTES }),
  );
  app.use(handleNotFound);
  app.use(handleErrors(deps.logger, deps.databaseFailure));
  return app;
}

/** The API's endpoints, where their reads run, and the problems to report to operators. */
export interface RoutedReads extends Pick<ComposedReads, 'sources'> {
  readonly endpoints: readonly RestEndpoint[];
  warnings(): Promise<readonly string[]>;
}

/** Endpoints that only read use the replica if there is one, and other servers while the primary does not answer. */
function composeReads(context: ProcessContext, primary: Database): RoutedReads {
  const { gauge, counter } = context.metrics;
  const hasReplica = context.settings.DATABASE_REPLICA_URL !== '';
  const inUse = hasReplica ? gauge('replica_in_use', 'Whether the API reads from the replica') : null;
  const reads = hasReplica
    ? counter('reads_total', 'Read requests by the server they read from', ['server'])
    : null;
  const { sources, replica, duringOutage, warnings } = composeReadSources(context, primary, {
    name: 'slipway-api',
    onReplica: (isUsable) => inUse?.set(isUsable ? 1 : 0),
  });
  const count = (server: ReadServer) => reads?.inc({ server });
  return {
    endpoints: endpoints.map((endpoint) =>
      replica === null
        ? duringOutage(endpoint)
        : duringOutage(endpoint, readFromReplica(endpoint, replica, count)),
    ),
    sources,
    async warnings() {
      const problem = replica?.problem() ?? null;
      const unused = problem === null ? [] : [`reads use the primary: ${problem.message}`];
      return sources.standIn() === null ? unused : warnings();
    },
  };
}

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
  const callers = openCallers({
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
    services: { ...rest, findProject: callers.findProject },
    callers,
    rateLimits: createRateLimits({ redis, clock, settings, callerOf: callers.callerOf }),
    warnings: async () => [...context.warnings.list(), ...(await routed.warnings())],
    checks: {
      // A process that can still answer reads must stay behind its load balancer.
      database: () => sources.run((source) => source.database.ping()),
      queue: () => pingRedis(redis),
      migrations: () => sources.run((source) => requireMigrations(source.database.spare)),
    },
  });
}
