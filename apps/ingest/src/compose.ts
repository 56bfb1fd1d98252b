import type { RequestListener } from 'node:http';
import {
  type Database,
  findIntegration,
  isDatabaseOutage,
  listenForIntegrationChanges,
  openProcessDatabase,
} from '@slipway/db';
import { appSecretsOf, decryptSecret } from '@slipway/domain';
import { clientAddressReader, FOR_PROGRAMS, LocalCounter, securityHeaders } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import {
  connectFailFast,
  createLogBuffer,
  durabilityWarnings,
  pingRedis,
  type Redis,
  redisTime,
  rememberRefused,
  waitForConnection,
} from '@slipway/queue';
import { dependencyLog, type ProcessContext, redisState, throttledLog } from '@slipway/runtime';
import type { AdmissionDeps } from './admission.js';
import { createApp } from './app.js';
import { composeAccept } from './compose-accept.js';
import { Directory } from './directory.js';
import {
  BODIES_LIMIT_BYTES,
  DELIVERY_WINDOW_MS,
  FAILURE_WINDOW_MS,
  GUESSES_PER_SECOND,
  REDIS_CONNECT_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from './limits.js';
import { Mirror } from './mirror.js';
import { BodyBudget } from './request-body.js';
import { createSecretRegistry } from './secret-registry.js';
import { observeWebhooks } from './webhook-handler.js';

/** Wires the ingest app to its database, queue, spool and metrics, and registers how to close them. */
export async function composeIngest(context: ProcessContext, isDraining: () => boolean): Promise<RequestListener> {
  const { settings, logger, tracing, clock } = context;
  const log = throttledLog(logger);
  const database = openProcessDatabase(context, {
    name: 'slipway-ingest',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onState: dependencyLog(log, 'database'),
  });
  const redis = openRedis(context);
  const { directory, mirror } = composeDirectory(context, database, redis);
  const clientAddress = clientAddressReader(settings.TRUST_PROXY);
  // The first requests may need the mirror, if the database is down.
  await waitForConnection(redis, REDIS_CONNECT_TIMEOUT_MS);
  await clock.check();
  return createApp({
    logger,
    log,
    tracing,
    trustProxy: settings.TRUST_PROXY,
    bodyLimitBytes: settings.WEBHOOK_BODY_LIMIT,
    bodies: new BodyBudget(BODIES_LIMIT_BYTES),
    clientAddress,
    securityHeaders: FOR_PROGRAMS,
    commonHeaders: Object.entries(securityHeaders(FOR_PROGRAMS)).flat(),
    clock,
    isDraining,
    directory,
    ...composeLimits(context, redis),
    accept: await composeAccept(context, redis),
    logs: createLogBuffer({ redis, waitReplicas: settings.REDIS_WAIT_REPLICAS }),
    registerSecret: createSecretRegistry({
      appSecrets: appSecretsOf(settings),
      clock,
      database,
      directory,
      mirror,
      clientAddress,
    }),
    warnings: warningsOf(context, redis),
    checks: {
      database: () => database.ping(),
      queue: () => pingRedis(redis),
      migrations: () => requireMigrations(database.spare),
    },
    observe: observeWebhooks(context),
    // While Redis is down, the answer alone has the reason.
    rememberRefused: (refused) => void rememberRefused(redis, refused).catch(() => undefined),
  });
}

function openRedis(context: ProcessContext): Redis {
  const redis = connectFailFast(context.settings, redisState(context));
  context.onClose('redis', () => redis.disconnect());
  context.clock.follow('redis', () => redisTime(redis));
  return redis;
}

function warningsOf({ settings, warnings }: ProcessContext, redis: Redis) {
  return async () => [...warnings.list(), ...(await durabilityWarnings(redis, settings.REDIS_WAIT_REPLICAS))];
}

/** The directory and its mirror in Redis, and the changes that both have to follow. */
function composeDirectory({ settings, logger, clock, onClose }: ProcessContext, database: Database, redis: Redis) {
  const reportDatabase = dependencyLog(throttledLog(logger), 'database');
  const load = (tokenHash: string) => findIntegration(database, tokenHash);
  const appSecrets = appSecretsOf(settings);
  const mirror = new Mirror({ redis, load });
  onClose('mirror', () => mirror.close());
  const directory = new Directory({
    clock,
    load,
    isOutage: isDatabaseOutage,
    openSecret: (id, ciphertext) => decryptSecret(appSecrets, id, Buffer.from(ciphertext, 'base64')),
    mirror,
  });
  const changes = listenForIntegrationChanges({
    url: settings.DATABASE_DIRECT_URL,
    onChange(change) {
      for (const listener of [directory, mirror]) listener.noteChange(change);
    },
    onState(problem) {
      reportDatabase(problem && new Error('integration changes are not received', { cause: problem }));
      for (const listener of [directory, mirror]) listener.noteListening(problem === null);
    },
  });
  onClose('integration changes', () => changes.close());
  return { directory, mirror };
}

function composeLimits(
  { settings, clock, onClose }: ProcessContext,
  redis: Redis,
): Pick<AdmissionDeps, 'deliveryLimit' | 'failureLimit' | 'guessLimit'> {
  function counter(name: string, limit: number, windowMs: number): LocalCounter {
    const shared = { redis, prefix: `slipway:limit:${name}:` };
    const created = new LocalCounter({ clock, limit, windowMs, shared });
    onClose(name, () => created.close());
    return created;
  }
  return {
    deliveryLimit: counter('deliveries', settings.WEBHOOK_RATE_LIMIT, DELIVERY_WINDOW_MS),
    failureLimit: counter('failures', settings.WEBHOOK_AUTH_FAILURE_LIMIT, FAILURE_WINDOW_MS),
    guessLimit: counter('guesses', GUESSES_PER_SECOND, 1_000),
  };
}
