import { createHttpApp, type RequestHandler } from '@slipway/http';
import { connectFailFast } from '@slipway/queue';
import { createQueueBoard } from '@slipway/queue/board';
import type { ProcessContext } from '@slipway/runtime';

const PATH = '/queues';

/** Shows the queues. Jobs contain what tools sent, so the board must not be on the public port. */
export function serveQueueBoard(context: ProcessContext, access: readonly RequestHandler[]): string {
  const { settings, logger, onClose, onInternalPath } = context;
  const redis = connectFailFast(settings, () => {
    // The connection that handles requests already reports the state of Redis.
  });
  onClose('redis of the queue board', () => redis.disconnect());
  const board = createQueueBoard({ connection: redis, basePath: PATH });
  onClose('queue board', () => board.close());
  const app = createHttpApp({ logger, trustProxy: 'off', securityHeaders: HEADERS });
  app.use(PATH, ...access, board.router as RequestHandler);
  onInternalPath(PATH, app);
  return PATH;
}

/** The board asks for fonts from a font service, which this policy blocks. It works without them. */
const HEADERS = {
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
