import { newId } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { type RequestSource, recordAudit } from '../audit-log/audit.js';
import type { MailedFactorRemoval } from '../mail/mail-outbox.js';
import { endSessions } from '../sessions/sessions.js';

/** The removal of a user's second factor. */
export interface FactorRemoval {
  readonly userId: number;
  /** The user themselves, an owner of one of their accounts, or the operator on the server (null). */
  readonly removedById: number | null;
  readonly now: Date;
  readonly source: RequestSource;
}

const REMOVED_BY = { self: 'you', other: 'owner' } as const;

/**
 * Removes a user's second factor and recovery codes, and informs the user by email. The audit log of each of their
 * accounts says who did it. If it was someone else, all sessions of the user end. False if there is no factor.
 */
export async function removeFactor(tx: DatabaseHandle, removal: FactorRemoval): Promise<boolean> {
  const { userId, removedById, now, source } = removal;
  const { count } = await tx.prisma.secondFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  if (count === 0) return false;
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  const isOwn = removedById === userId;
  if (!isOwn) await endSessions(tx, userId);
  await recordRemoval(tx, removal);
  const by = removedById === null ? 'operator' : REMOVED_BY[isOwn ? 'self' : 'other'];
  const removed: MailedFactorRemoval = { by, removedAt: now.toISOString(), ipAddress: source.ipAddress };
  await tx.prisma.mailOutbox.create({
    data: {
      kind: 'second_factor_removed',
      userId,
      payload: { ...removed },
      messageId: `second-factor-removed-${newId()}`,
      nextAttemptAt: now,
      createdAt: now,
    },
  });
  return true;
}

async function recordRemoval(tx: DatabaseHandle, { userId, removedById, source }: FactorRemoval): Promise<void> {
  const { name, memberships } = await tx.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, memberships: { select: { accountId: true }, orderBy: { accountId: 'asc' } } },
  });
  const action = removedById === userId ? 'second_factor.remove' : 'member.reset_second_factor';
  const target = removedById === userId ? '' : name;
  const detail = removedById === userId ? {} : { user_id: userId };
  const { ipAddress, userAgent } = source;
  const entry = { projectId: null, userId: removedById, action, target, detail, ipAddress, userAgent };
  for (const { accountId } of memberships) await recordAudit(tx, { ...entry, accountId });
}

/** Requires a second factor from all members of an account, or no longer. */
export async function requireFactor(tx: DatabaseHandle, accountId: number, isRequired: boolean): Promise<number> {
  await tx.prisma.account.update({ where: { id: accountId }, data: { requiresSecondFactor: isRequired } });
  if (!isRequired) return 0;
  // Whoever has none sets it up at the next sign-in.
  const { count } = await tx.prisma.session.deleteMany({
    where: {
      user: { memberships: { some: { accountId } }, NOT: { secondFactor: { confirmedAt: { not: null } } } },
    },
  });
  return count;
}
