import { randomBytes } from 'node:crypto';
import { createSession, type Database, findSession, type SessionRecord, signOut, touchSession } from '@slipway/db';
import { type Clock, hashToken, SESSION_MAX_AGE_MS, sessionEnd } from '@slipway/domain';
import { isReading, type Request, type Response } from '@slipway/http';
import { isStale, type ReadSources, requireKnown } from '@slipway/rest';
import { type CookiePolicy, readCookie, setCookie } from './cookies.js';
import { sourceOf } from './form.js';

export interface Sessions {
  start(request: Request, response: Response, signIn: SignIn): Promise<void>;
  find(request: Request): Promise<SessionRecord | null>;
  end(request: Request, response: Response): Promise<void>;
}

export interface SignIn {
  readonly userId: number;
  readonly method: 'password' | 'sso' | 'totp' | 'recovery_code' | 'passkey';
  /** Set if the user had not signed in with this browser before, and should be told by email. */
  readonly isNewDevice?: boolean;
  /** When they proved it, if not now: an identity provider may have known them from before. */
  readonly provedAt?: Date;
}

const COOKIE = 'slipway_session';
/** While a session is in use, its row is written at most this often. */
const TOUCH_EVERY_MS = 60_000;
const MAX_AGENT_LENGTH = 300;

export interface SessionDeps {
  readonly database: Database;
  /** For requests that only read. */
  readonly sources: ReadSources;
  readonly clock: Clock;
  readonly policy: CookiePolicy;
}

export function createSessions({ database, sources, clock, policy }: SessionDeps): Sessions {
  async function findOn(on: Database, tokenHash: string): Promise<SessionRecord | null> {
    const now = new Date(clock.now());
    const session = await findSession(on, tokenHash, now);
    if (session !== null && now.getTime() - session.lastSeenAt.getTime() > TOUCH_EVERY_MS)
      await touchSession(on, session.id, { lastSeenAt: now, expiresAt: sessionEnd(session.createdAt, now) });
    return session;
  }

  async function findForReading(tokenHash: string): Promise<SessionRecord | null> {
    return sources.run(async (source) => {
      if (!isStale(source)) return findOn(source.database, tokenHash);
      return requireKnown(source, await findSession(source.database, tokenHash, new Date(clock.now())));
    });
  }

  async function find(request: Request): Promise<SessionRecord | null> {
    const token = readCookie(request, COOKIE, policy);
    if (token === undefined) return null;
    return isReading(request) ? findForReading(hashToken(token)) : findOn(database, hashToken(token));
  }

  return {
    find,
    async start(request, response, { userId, method, isNewDevice = false, provedAt }) {
      const token = randomBytes(32).toString('base64url');
      const now = new Date(clock.now());
      const isEarlier = provedAt !== undefined && provedAt < now;
      await createSession(database, {
        userId,
        method,
        isNewDevice,
        tokenHash: hashToken(token),
        ...sourceOf(request),
        userAgent: (request.get('user-agent') ?? '').slice(0, MAX_AGENT_LENGTH),
        createdAt: now,
        confirmedAt: isEarlier ? provedAt : now,
        expiresAt: sessionEnd(now, now),
      });
      // The cookie is set only once, so it lasts as long as a session can. The server ends idle sessions earlier.
      setCookie(response, { name: COOKIE, value: token, maxAgeSeconds: SESSION_MAX_AGE_MS / 1000 }, policy);
    },
    async end(request, response) {
      const session = await find(request);
      if (session !== null) await signOut(database, session, sourceOf(request));
      setCookie(response, { name: COOKIE, value: '', maxAgeSeconds: 0 }, policy);
    },
  };
}
