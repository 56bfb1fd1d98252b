import { oldestSignIn, sessionEnd } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

/** A signed-in browser as its user sees it. */
export interface OwnSessionRecord {
  readonly id: string;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

const MAX_SESSIONS = 200;

/** A user's active sessions, most recently seen first. */
async function listOwnSessions(
  { prisma }: DatabaseHandle,
  userId: number,
  now: Date,
): Promise<OwnSessionRecord[]> {
  const sessions = await prisma.session.findMany({
    where: { userId, expiresAt: { gt: now }, createdAt: { gt: oldestSignIn(now) } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: MAX_SESSIONS,
    select: { id: true, userAgent: true, ipAddress: true, createdAt: true, lastSeenAt: true },
  });
  return sessions.map((session) => ({ ...session, expiresAt: sessionEnd(session.createdAt, session.lastSeenAt) }));
}

export const reads = { listOwnSessions };
