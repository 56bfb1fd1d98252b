import { randomBytes } from 'node:crypto';
import { createSession, type Database } from '@slipway/db';
import { hashToken } from '@slipway/domain';

const HOUR_MS = 60 * 60_000;

/** The cookie of a new session for a user. */
export async function newSessionCookie(database: Database, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await createSession(database, {
    userId,
    tokenHash: hashToken(token),
    method: 'password',
    isNewDevice: false,
    userAgent: 'test',
    ipAddress: '127.0.0.1',
    createdAt: new Date(now),
    expiresAt: new Date(now + HOUR_MS),
  });
  return `slipway_session=${token}`;
}
