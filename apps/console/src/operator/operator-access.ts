import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@slipway/domain';
import {
  LocalCounter,
  type NextFunction,
  networkOf,
  type Request,
  type RequestHandler,
  type Response,
} from '@slipway/http';

/**
 * Limits wrong passwords per network. They are counted in memory: without Redis the pages show little, but their
 * password must still be protected against guessing.
 */
const GUESSES = { limit: 10, windowMs: 15 * 60_000 };

/** Lets only those in who have the operator's password, and only from the operator's own pages if they change something. */
export function operatorAccess(password: string, clock: Clock): RequestHandler[] {
  return [requirePassword(password, new LocalCounter({ clock, ...GUESSES })), refuseOtherSites];
}

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
    response.status(401).set('WWW-Authenticate', 'Basic realm="Slipway operator", charset="UTF-8"').end();
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Browsers also send the password with requests from other sites. */
function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
  if (SAFE_METHODS.has(request.method) || isOwnPage(request)) return next();
  response.status(403).type('txt').send('Only pages for operators can send this request.\n');
}

/** Over plain http to another host, browsers send only the origin. Programs can send it too. */
function isOwnPage(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const host = request.get('host') ?? '';
  return [`http://${host}`, `https://${host}`].includes(request.get('origin') ?? '');
}
