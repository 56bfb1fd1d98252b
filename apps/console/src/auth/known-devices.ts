import { randomBytes } from 'node:crypto';
import { type AppSecrets, type Clock, isSignatureOf, signText } from '@slipway/domain';
import type { Request, Response } from '@slipway/http';
import { type CookiePolicy, readCookie, setCookie } from './cookies.js';

/**
 * Browsers in which a user has signed in before. Wrong guesses elsewhere do not lock these browsers out. Each has a
 * counter of its own, so that a stolen cookie allows no more guesses than another network does. People who share a
 * browser are remembered side by side.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export interface KnownDevices {
  find(request: Request, userId: number | undefined): string | null;
  remember(request: Request, response: Response, userId: number): void;
}

const COOKIE = 'slipway_device';
const LIFETIME_SECONDS = 180 * 24 * 60 * 60;
/** How many users a browser is remembered for. With one more, the one whose last sign-in is longest ago is forgotten. */
const MAX_USERS = 8;
const SEPARATOR = '~';
const ENTRY = /^([1-9][0-9]{0,9})\.([0-9]{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

interface Entry {
  readonly userId: number;
  readonly id: string;
  /** The entry as it is in the cookie. */
  readonly text: string;
}

export function createKnownDevices(appSecrets: AppSecrets, clock: Clock, policy: CookiePolicy): KnownDevices {
  const signedText = (owner: string, since: string, id: string) => `known device ${owner} ${since} ${id}`;

  function readEntry(text: string): Entry[] {
    const [, owner = '', since = '', id = '', signature = ''] = ENTRY.exec(text) ?? [];
    if (!isSignatureOf(appSecrets, signedText(owner, since, id), signature)) return [];
    const isExpired = clock.now() / 1000 >= Number(since) + LIFETIME_SECONDS;
    return isExpired ? [] : [{ userId: Number(owner), id, text }];
  }

  function read(request: Request): Entry[] {
    const texts = (readCookie(request, COOKIE, policy) ?? '').split(SEPARATOR);
    // Nobody but this service writes more entries, so that a long cookie costs no more signatures to verify.
    return texts.slice(0, MAX_USERS).flatMap(readEntry);
  }

  function newEntry(userId: number): string {
    const [owner, since] = [String(userId), String(Math.floor(clock.now() / 1000))];
    const id = randomBytes(16).toString('base64url');
    return `${owner}.${since}.${id}.${signText(appSecrets, signedText(owner, since, id))}`;
  }

  return {
    find: (request, userId) => read(request).find((entry) => entry.userId === userId)?.id ?? null,
    remember(request, response, userId) {
      const others = read(request).filter((entry) => entry.userId !== userId);
      const texts = [newEntry(userId), ...others.map(({ text }) => text)].slice(0, MAX_USERS);
      const value = texts.join(SEPARATOR);
      setCookie(response, { name: COOKIE, value, maxAgeSeconds: LIFETIME_SECONDS }, policy);
    },
  };
}
