import type { RequestSource } from '@slipway/db';
import { type NextFunction, queryOf, type Request, type Response, text } from '@slipway/http';

const FORM = 'application/x-www-form-urlencoded';
const LIMIT_BYTES = 64 * 1024;
const readText = text({ type: FORM, limit: LIMIT_BYTES });

/** The parameters of a request's address, which may have any origin: the request target may be in absolute form. */
export const readQuery = (request: Request) => new URLSearchParams(queryOf(request.originalUrl));

/** Reads the fields of a posted form into `request.body` as URLSearchParams; any other body yields no fields. */
export function readForm(request: Request, response: Response, next: NextFunction): void {
  readText(request, response, (error?: unknown) => {
    if (error !== undefined) return next(error);
    request.body = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    next();
  });
}

/** The page to open after sign-in: a path on this site, never another address. */
export function returnPath(sent: string | undefined): string {
  const isLocal = sent !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(sent) && !sent.startsWith('/sign-in');
  return isLocal ? sent : '/';
}

export function sourceOf(request: Request): RequestSource {
  return { ipAddress: request.ip ?? '', userAgent: request.get('user-agent') ?? '' };
}
