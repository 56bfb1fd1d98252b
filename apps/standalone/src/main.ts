import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { openDatabase } from '@slipway/db';
import { serveProcess } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { requireMigrations } from '@slipway/prisma';
import { connectFailFast, durabilityWarnings } from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import { createApp } from './app.js';
import { createOperationsApp } from './operations-app.js';

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
  const redis = connectFailFast(settings.REDIS_URL, () => {
    // The ingest tier's connection to the same Redis reports its state.
  });
  onClose('operations redis', () => redis.disconnect());
  return createOperationsApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    metrics,
    workerMetricsUrl: settings.WORKER_METRICS_URL,
    isDraining,
    warnings: () => durabilityWarnings(redis),
    checks: {
      database: () => database.ping(),
      queue: async () => void (await redis.ping()),
      migrations: () => requireMigrations(database.pool),
    },
  });
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
    }),
});
