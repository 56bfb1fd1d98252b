import { createHash, timingSafeEqual } from 'node:crypto';
import { createHttpApp, type NextFunction, type Request, type RequestHandler, type Response } from '@slipway/http';
import { connectFailFast } from '@slipway/queue';
import { createQueueBoard } from '@slipway/queue/board';
import type { ProcessContext } from '@slipway/runtime';

const PATH = '/queues';

/**
 * Shows operators the queues, on the internal port alone and only when they set a password. Jobs hold what tools sent, so
 * that this is nothing for the port that everybody reaches.
 */
export function serveQueueBoard(context: ProcessContext): void {
  const { settings, logger, onClose, onInternalPath } = context;
  const { OPERATOR_PASSWORD: password, METRICS_HOST: host, METRICS_PORT: port } = settings;
  if (password === '') return;
  const redis = connectFailFast(settings, () => {
    // The connection of the requests reports the state of Redis.
  });
  onClose('redis of the queue board', () => redis.disconnect());
  const board = createQueueBoard({ connection: redis, basePath: PATH });
  onClose('queue board', () => board.close());
  const app = createHttpApp({ logger, trustProxy: 'off', securityHeaders: HEADERS });
  app.use(PATH, requirePassword(password), refuseOtherSites, board.router as RequestHandler);
  onInternalPath(PATH, app);
  logger.info({ url: `http://${host}:${port}${PATH}` }, 'queue board served');
}

/** The board asks a font service for fonts, which it does without. */
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

const digest = (text: string) => createHash('sha256').update(text).digest();

/** HTTP Basic with any user name. Comparing digests takes the same time for every password. */
function requirePassword(password: string): RequestHandler {
  const expected = digest(password);
  return (request, response, next) => {
    const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
    const [, sent = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
    if (timingSafeEqual(digest(sent), expected)) return next();
    response.status(401).set('WWW-Authenticate', 'Basic realm="Slipway queues", charset="UTF-8"').end();
  };
}

/** Browsers send the password along with requests of other sites too. */
function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
  const site = request.get('sec-fetch-site') ?? 'same-origin';
  if (request.method === 'GET' || site === 'same-origin') return next();
  response.status(403).end();
}
