import { randomBytes } from 'node:crypto';
import { type AppSecrets, isSignatureOf, signText } from '@slipway/domain';
import type { Request, Response } from '@slipway/http';
import { type CookiePolicy, readCookie, setCookie } from './cookies.js';

/**
 * Protects forms against requests from other sites. A random cookie must match a field that is derived from it with the
 * app's secret. Other sites can neither read the cookie nor compute the field.
 */
export interface FormGuard {
  /** Returns the value of the form's `csrf_token` field. Sets the cookie if the browser has none yet. */
  issue(request: Request, response: Response): string;
  /**
   * Explains why a submitted form is refused: it lacks the field that was issued to this browser, or another site sent
   * it. Null if it is genuine.
   */
  problemOf(request: Request, form: URLSearchParams): string | null;
}

const COOKIE = 'slipway_form';
const STALE = 'This page has expired. Try again.';

export function createFormGuard(appSecrets: AppSecrets, origin: string, policy: CookiePolicy): FormGuard {
  const textOf = (seed: string) => `console form ${seed}`;
  return {
    issue(request, response) {
      const known = readCookie(request, COOKIE, policy);
      const seed =
        known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url');
      if (seed !== known) setCookie(response, { name: COOKIE, value: seed }, policy);
      return signText(appSecrets, textOf(seed));
    },
    problemOf(request, form) {
      if (!isSameOrigin(request, origin)) return `Open this page at ${origin} and try again.`;
      const [seed, token] = [readCookie(request, COOKIE, policy), form.get('csrf_token')];
      if (seed === undefined || token === null) return STALE;
      return isSignatureOf(appSecrets, textOf(seed), token) ? null : STALE;
    },
  };
}

/**
 * Whether the request came from a page of this site: no header of the browser says otherwise. A client that sends none
 * of these headers is not a browser, and has only the cookies that it was given.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const [sent, site, referer] = [request.get('origin'), request.get('sec-fetch-site'), request.get('referer')];
  if (sent !== undefined && sent !== origin) return false;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return sent !== undefined || referer === undefined || originOf(referer) === origin;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
