import { oldestSignIn, sessionEnd } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

const MAX_SESSIONS = 200;

/** A user's active sessions, most recently seen first. */
async function listOwnSessions({ prisma }: DatabaseHandle, userId: number, now: Date) {
  const sessions = await prisma.session.findMany({
    where: { userId, expiresAt: { gt: now }, createdAt: { gt: oldestSignIn(now) } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: MAX_SESSIONS,
    select: { id: true, userAgent: true, ipAddress: true, createdAt: true, lastSeenAt: true },
  });
  return sessions.map((session) => ({ ...session, expiresAt: sessionEnd(session.createdAt, session.lastSeenAt) }));
}

export const reads = { listOwnSessions };
