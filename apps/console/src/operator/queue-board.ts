import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@slipway/domain';
import {
  createHttpApp,
  LocalCounter,
  type NextFunction,
  networkOf,
  type Request,
  type RequestHandler,
  type Response,
} from '@slipway/http';
import { connectFailFast } from '@slipway/queue';
import { createQueueBoard } from '@slipway/queue/board';
import type { ProcessContext } from '@slipway/runtime';

const PATH = '/queues';

/**
 * Limits wrong passwords per network. They are counted in memory: without Redis the board shows nothing, but its
 * password must still be protected against guessing.
 */
const GUESSES = { limit: 10, windowMs: 15 * 60_000 };

/**
 * Shows the queues to operators, only on the internal port and only if they set a password. Jobs contain what tools
 * sent, so the board must not be on the public port.
 */
export function serveQueueBoard(context: ProcessContext, clock: Clock): void {
  const { settings, logger, onClose, onInternalPath } = context;
  const { OPERATOR_PASSWORD: password, METRICS_HOST: host, METRICS_PORT: port } = settings;
  if (password === '') return;
  const redis = connectFailFast(settings, () => {
    // The connection that handles requests already reports the state of Redis.
  });
  onClose('redis of the queue board', () => redis.disconnect());
  const board = createQueueBoard({ connection: redis, basePath: PATH });
  onClose('queue board', () => board.close());
  const app = createHttpApp({ logger, trustProxy: 'off', securityHeaders: HEADERS });
  const guard = requirePassword(password, new LocalCounter({ clock, ...GUESSES }));
  app.use(PATH, guard, refuseOtherSites, board.router as RequestHandler);
  onInternalPath(PATH, app);
  logger.info({ url: `http://${host}:${port}${PATH}` }, 'queue board served');
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

const digest = (text: string) => createHash('sha256').update(text).digest();

/** HTTP Basic authentication with any user name. Comparing digests takes the same time for every password. */
function requirePassword(password: string, guesses: LocalCounter): RequestHandler {
  const expected = digest(password);
  return (request, response, next) => {
    const network = networkOf(request.ip ?? '');
    const waitSeconds = guesses.wait(network);
    if (waitSeconds !== null) {
      response.status(429).set('Retry-After', String(waitSeconds)).type('txt').send('Too many wrong passwords.\n');
      return;
    }
    const authorization = request.get('authorization');
    const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const [, sent = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
    if (timingSafeEqual(digest(sent), expected)) return next();
    // A browser's first request has no password yet.
    if (authorization !== undefined) guesses.add(network);
    response.status(401).set('WWW-Authenticate', 'Basic realm="Slipway queues", charset="UTF-8"').end();
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Browsers also send the password with requests from other sites. */
function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
  if (SAFE_METHODS.has(request.method) || isOwnPage(request)) return next();
  response.status(403).type('txt').send('Only queue board pages can send this request.\n');
}

/** Over plain http to another host, browsers send only the origin. Programs can send it too. */
function isOwnPage(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const host = request.get('host') ?? '';
  return [`http://${host}`, `https://${host}`].includes(request.get('origin') ?? '');
}
