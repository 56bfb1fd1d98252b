import type { DatabaseHandle } from '../database.js';

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

/** The sessions of a user that are not over, the latest seen first. */
function listOwnSessions({ prisma }: DatabaseHandle, userId: number, now: Date): Promise<OwnSessionRecord[]> {
  return prisma.session.findMany({
    where: { userId, expiresAt: { gt: now } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: MAX_SESSIONS,
    select: { id: true, userAgent: true, ipAddress: true, createdAt: true, lastSeenAt: true, expiresAt: true },
  });
}

export const reads = { listOwnSessions };
