import { type Database, findPasswordHash } from '@slipway/db';
import { type AppSecrets, type Clock, hashToken, isSignatureOf, signText } from '@slipway/domain';
import type { Request, Response } from '@slipway/http';
import { type CookiePolicy, readCookie, setCookie } from '../cookies.js';

/**
 * Sign-ins whose password was right and whose second factor is missing. The browser carries the state in a signed
 * cookie; it is no session. It ends after ten minutes, and with the password.
 */
export interface PendingSignIns {
  remember(response: Response, userId: number): Promise<void>;
  /** The user whose password this browser has given; null if it is too long ago. */
  find(request: Request): Promise<number | null>;
  forget(response: Response): void;
}

const COOKIE = 'slipway_sign_in';
const LIFETIME_SECONDS = 10 * 60;
const VALUE = /^([1-9][0-9]{0,9})\.([0-9]{1,12})\.([A-Za-z0-9_-]{43})$/;

interface PendingOptions {
  readonly database: Database;
  readonly appSecrets: AppSecrets;
  readonly clock: Clock;
  readonly policy: CookiePolicy;
}

export function createPendingSignIns({ database, appSecrets, clock, policy }: PendingOptions): PendingSignIns {
  async function textOf(userId: number, since: string): Promise<string> {
    const passwordHash = (await findPasswordHash(database, userId)) ?? '';
    return `pending sign-in ${userId} ${since} ${hashToken(passwordHash)}`;
  }
  return {
    async remember(response, userId) {
      const since = String(Math.floor(clock.now() / 1000));
      const value = `${userId}.${since}.${signText(appSecrets, await textOf(userId, since))}`;
      setCookie(response, { name: COOKIE, value, maxAgeSeconds: LIFETIME_SECONDS }, policy);
    },
    async find(request) {
      const [, id = '', since = '', signature = ''] = VALUE.exec(readCookie(request, COOKIE, policy) ?? '') ?? [];
      if (signature === '' || clock.now() / 1000 >= Number(since) + LIFETIME_SECONDS) return null;
      const userId = Number(id);
      return isSignatureOf(appSecrets, await textOf(userId, since), signature) ? userId : null;
    },
    forget(response) {
      setCookie(response, { name: COOKIE, value: '', maxAgeSeconds: 0 }, policy);
    },
  };
}
