import { openDatabase } from '@slipway/db';
import type { Express } from '@slipway/http';
import type { ProcessContext } from '@slipway/runtime';
import { createApp } from './app.js';

const READ_TIMEOUT_MS = 2_000;

/** Wires the console to its database, and registers how to take it down. */
export function composeConsole(context: ProcessContext, isDraining: () => boolean): Express {
  const { settings, logger, onClose } = context;
  const database = openDatabase({
    url: settings.DATABASE_URL,
    name: 'slipway-console',
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs: READ_TIMEOUT_MS,
    onIdleError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  onClose('database', () => database.close());
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    isDraining,
    checks: { database: async () => void (await database.pool.query({ text: 'SELECT 1' })) },
  });
}
