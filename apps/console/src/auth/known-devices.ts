import { randomBytes } from 'node:crypto';
import { type AppSecrets, type Clock, isSignatureOf, signText } from '@slipway/domain';
import type { Request, Response } from '@slipway/http';
import { type CookiePolicy, readCookie, setCookie } from './cookies.js';

/**
 * Browsers in which a user has signed in before. Wrong guesses elsewhere do not lock these browsers out. Each has a
 * counter of its own, so that a stolen cookie allows no more guesses than another network does.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export interface KnownDevices {
  /** The browser's id if it is known for this user; null otherwise. */
  find(request: Request, userId: number | undefined): string | null;
  remember(response: Response, userId: number): void;
}

const COOKIE = 'slipway_device';
const LIFETIME_SECONDS = 180 * 24 * 60 * 60;
const VALUE = /^([1-9][0-9]{0,9})\.([0-9]{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function createKnownDevices(appSecrets: AppSecrets, clock: Clock, policy: CookiePolicy): KnownDevices {
  const textOf = (userId: string, since: string, id: string) => `known device ${userId} ${since} ${id}`;
  return {
    find(request, userId) {
      const value = VALUE.exec(readCookie(request, COOKIE, policy) ?? '');
      const [, owner = '', since = '', id = '', signature = ''] = value ?? [];
      if (owner !== String(userId) || !isSignatureOf(appSecrets, textOf(owner, since, id), signature)) return null;
      return clock.now() / 1000 < Number(since) + LIFETIME_SECONDS ? id : null;
    },
    remember(response, userId) {
      const [owner, since] = [String(userId), String(Math.floor(clock.now() / 1000))];
      const id = randomBytes(16).toString('base64url');
      const value = `${owner}.${since}.${id}.${signText(appSecrets, textOf(owner, since, id))}`;
      setCookie(response, { name: COOKIE, value, maxAgeSeconds: LIFETIME_SECONDS }, policy);
    },
  };
}
