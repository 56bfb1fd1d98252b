import { type Database, inspectGrowth } from '@slipway/db';
import { type Clock, forecastDisk, historyRetentionOf } from '@slipway/domain';
import { createHttpApp, type RequestHandler } from '@slipway/http';
import type { ProcessContext } from '@slipway/runtime';
import { renderDatabase } from './render-database.js';

const PATH = '/database';

interface DatabasePage {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: readonly RequestHandler[];
}

/** Shows what the database holds, how fast it grows, and when its disk is full. */
export function serveDatabasePage(context: ProcessContext, { database, clock, access }: DatabasePage): string {
  const { settings, logger, onInternalPath } = context;
  const app = createHttpApp({ logger, trustProxy: 'off', securityHeaders: HEADERS });
  app.get(PATH, ...access, async (_request, response) => {
    response.set('Cache-Control', 'no-store');
    try {
      const measured = await inspectGrowth(database, new Date(clock.now()));
      const forecast = forecastDisk({
        ...measured,
        deliveryDays: settings.DELIVERY_RETENTION_DAYS,
        history: historyRetentionOf(settings),
        diskGiB: settings.DATABASE_DISK_GB,
      });
      response.type('html').send(renderDatabase(forecast));
    } catch (error) {
      logger.warn({ err: error }, 'database cannot be measured');
      response.status(503).type('txt').send('The database does not answer. Try again in a few seconds.\n');
    }
  });
  onInternalPath(PATH, app);
  return PATH;
}

const HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: false,
} as const;
