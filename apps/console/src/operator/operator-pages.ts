import { type Database, inspectGrowth } from '@slipway/db';
import { type Clock, forecastDisk, historyRetentionOf } from '@slipway/domain';
import { createHttpApp, type RequestHandler } from '@slipway/http';
import { connectFailFast } from '@slipway/queue';
import { createQueueBoard } from '@slipway/queue/board';
import type { ProcessContext } from '@slipway/runtime';
import { operatorAccess } from './operator-access.js';
import { renderDatabase } from './render-database.js';

const QUEUES = '/queues';

/** Shows the queues. Jobs contain what tools sent, so the board must not be on the public port. */
function serveQueueBoard(context: ProcessContext, access: readonly RequestHandler[]): string {
  const { settings, logger, onClose, onInternalPath } = context;
  const redis = connectFailFast(settings, () => {
    // The connection that handles requests already reports the state of Redis.
  });
  onClose('redis of the queue board', () => redis.disconnect());
  const board = createQueueBoard({ connection: redis, basePath: QUEUES });
  onClose('queue board', () => board.close());
  const app = createHttpApp({ logger, trustProxy: 'off', securityHeaders: QUEUE_HEADERS });
  app.use(QUEUES, ...access, board.router as RequestHandler);
  onInternalPath(QUEUES, app);
  return QUEUES;
}

/** The board asks for fonts from a font service, which this policy blocks. It works without them. */
const QUEUE_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
} as const;

const DATABASE = '/database';

interface DatabasePage {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: readonly RequestHandler[];
}

function serveDatabasePage(context: ProcessContext, { database, clock, access }: DatabasePage): string {
  const { settings, logger, onInternalPath } = context;
  const app = createHttpApp({ logger, trustProxy: 'off', securityHeaders: DATABASE_HEADERS });
  app.get(DATABASE, ...access, async (_request, response) => {
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
  onInternalPath(DATABASE, app);
  return DATABASE;
}

const DATABASE_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: false,
} as const;

/** Shows the queues and the database to operators, only on the internal port and only if they set a password. */
export function serveOperatorPages(context: ProcessContext, database: Database, clock: Clock): void {
  const { OPERATOR_PASSWORD: password, METRICS_HOST: host, METRICS_PORT: port } = context.settings;
  if (password === '') return;
  // Both pages count wrong passwords together.
  const access = operatorAccess(password, clock);
  const urlOf = (path: string) => `http://${host}:${port}${path}`;
  context.logger.info({ url: urlOf(serveQueueBoard(context, access)) }, 'queue board served');
  context.logger.info(
    { url: urlOf(serveDatabasePage(context, { database, clock, access })) },
    'database page served',
  );
}
