import { fileURLToPath } from 'node:url';
import { openProcessDatabase } from '@slipway/db';
import { createResetLinks, systemClock } from '@slipway/domain';
import { type Express, serveStatic } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import { connectFailFast } from '@slipway/queue';
import { dependencyLog, type ProcessContext, throttledLog } from '@slipway/runtime';
import { createApp } from './app.js';
import { createFormGuard } from './auth/csrf.js';
import { createSessions } from './auth/sessions.js';
import { createSignInThrottle } from './auth/throttle.js';

const READ_TIMEOUT_MS = 2_000;
const PUBLIC_FOLDER = fileURLToPath(new URL('../public', import.meta.url));

/** Connects the console to its database and Redis, and registers how to close them. */
export function composeConsole(context: ProcessContext, isDraining: () => boolean): Express {
  const { settings, logger, onClose } = context;
  const log = throttledLog(logger);
  const database = openProcessDatabase(context, {
    name: 'slipway-console',
    statementTimeoutMs: READ_TIMEOUT_MS,
    onState: dependencyLog(log, 'database'),
  });
  const redis = connectFailFast(settings.REDIS_URL, dependencyLog(log, 'redis'));
  onClose('redis', () => redis.disconnect());
  const { origin, protocol } = new URL(settings.BASE_URL);
  const policy = { secure: protocol === 'https:' };
  return createApp({
    logger,
    trustProxy: settings.TRUST_PROXY,
    isDraining,
    checks: { database: () => database.ping(), migrations: () => requireMigrations(database.pool) },
    database,
    clock: systemClock,
    origin,
    sessions: createSessions(database, systemClock, policy),
    guard: createFormGuard(settings.APP_SECRET, origin, policy),
    throttle: createSignInThrottle(redis),
    resetLinks: createResetLinks(settings.APP_SECRET),
    files: serveStatic(PUBLIC_FOLDER, { index: false, maxAge: '1h' }),
  });
}
