import { randomBytes } from 'node:crypto';
import { type AppSecrets, isSignatureOf, signText } from '@slipway/domain';
import type { Request, Response } from '@slipway/http';
import { type CookiePolicy, readCookie, setCookie } from './cookies.js';

/**
 * Protects forms against requests that other sites send. A random cookie and a field derived from it with the app's
 * secret must match; other sites can neither read the one nor compute the other.
 */
export interface FormGuard {
  /** The value of the form's `csrf_token` field. Sets the cookie when the browser has none yet. */
  issue(request: Request, response: Response): string;
  /** Whether a submitted form carries the field that was issued to this browser, and comes from this site. */
  accepts(request: Request, token: string | undefined): boolean;
}

const COOKIE = 'slipway_form';

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
    accepts(request, token) {
      const seed = readCookie(request, COOKIE, policy);
      if (seed === undefined || token === undefined || !isSameOrigin(request, origin)) return false;
      return isSignatureOf(appSecrets, textOf(seed), token);
    },
  };
}

/**
 * Whether a browser sent the request from this site. Clients that send neither header are no browsers, and carry no
 * cookie that they were not given.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const sent = request.get('origin');
  return sent === undefined || sent === origin || new URL(sent, origin).host === request.get('host');
}
