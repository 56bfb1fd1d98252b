import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { openDatabase } from '@slipway/db';
import { serveProcess } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { composeMcp } from '@slipway/mcp';
import { requireMigrations } from '@slipway/prisma';
import { connectFailFast, durabilityWarnings, pingRedis } from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import { createApp, createOperationsApp } from './app.js';

const CHECK_TIMEOUT_MS = 1_000;

function composeOperations(context: ProcessContext, isDraining: () => boolean) {
  const { settings, logger, metrics, onClose } = context;
  const database = openDatabase({
    url: settings.DATABASE_URL,
    name: 'slipway-operations',
    poolSize: 2,
    statementTimeoutMs: CHECK_TIMEOUT_MS,
  });
  onClose('operations database', () => database.close());
  const redis = connectFailFast(settings, () => {
    // The ingest tier's connection to the same Redis already reports its state.
  });
  onClose('operations redis', () => redis.disconnect());
  return createOperationsApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    metrics,
    workerMetricsUrl: settings.WORKER_METRICS_URL,
    isDraining,
    warnings: async () => [
      ...context.warnings.list(),
      ...(await durabilityWarnings(redis, settings.REDIS_WAIT_REPLICAS)),
    ],
    checks: {
      database: () => database.ping(),
      queue: () => pingRedis(redis),
      migrations: () => requireMigrations(database.pool),
    },
  });
}

/** The URL of this process's API. BASE_URL may be an address that only other machines can reach. */
function localUrl({ HOST, PORT }: ProcessContext['settings']): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

await serveProcess({
  title: 'slipway-server',
  processes: (settings) => settings.INGEST_PROCESSES,
  compose: async (context, isDraining) =>
    createApp({
      operations: composeOperations(context, isDraining),
      ingest: await composeIngest(context, isDraining),
      api: composeApi(context, isDraining),
      console: composeConsole(context, isDraining),
      mcp: composeMcp(context, isDraining, localUrl(context.settings)),
    }),
});
