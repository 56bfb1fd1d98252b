import { openProcessDatabase } from '@slipway/db';
import type { Express } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import { dependencyLog, type ProcessContext, throttledLog } from '@slipway/runtime';
import { createApp } from './app.js';

const READ_TIMEOUT_MS = 2_000;

/** Connects the console to its database and registers how to close it. */
export function composeConsole(context: ProcessContext, isDraining: () => boolean): Express {
  const { settings, logger } = context;
  const database = openProcessDatabase(context, {
    name: 'slipway-console',
    statementTimeoutMs: READ_TIMEOUT_MS,
    onState: dependencyLog(throttledLog(logger), 'database'),
  });
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    isDraining,
    checks: { database: () => database.ping(), migrations: () => requireMigrations(database.pool) },
  });
}
