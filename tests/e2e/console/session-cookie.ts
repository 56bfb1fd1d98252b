import { randomBytes } from 'node:crypto';
import { createSession, type Database } from '@slipway/db';
import { hashToken } from '@slipway/domain';

const HOUR_MS = 60 * 60_000;

/** The cookie of a new session for a user, who signed in at `now`. */
export async function newSessionCookie(database: Database, userId: number, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await createSession(database, {
    userId,
    tokenHash: hashToken(token),
    method: 'password',
    isNewDevice: false,
    userAgent: 'test',
    ipAddress: '127.0.0.1',
    createdAt: new Date(now),
    confirmedAt: new Date(now),
    expiresAt: new Date(now + HOUR_MS),
  });
  return `slipway_session=${token}`;
}
