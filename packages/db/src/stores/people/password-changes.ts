import type { Database, DatabaseHandle } from '../../database.js';
import { recordPersonalAudit } from '../audit-log/audit.js';
import { queueMail } from '../mail/security-notices.js';
import { endSessions } from '../sessions/sessions.js';
import { lockUser } from './users.js';

/** A password chosen through an emailed link. */
export interface PasswordReset {
  readonly id: string;
  readonly passwordHash: string;
  /** Whether API tokens and feed addresses stop working too. */
  readonly signsOutEverywhere: boolean;
  readonly now: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/**
 * Sets the password chosen through a reset link, once. All other reset links, sessions and pending logins of the user
 * end; tokens too if the user had never proven their address, as someone else may have created them. The user gets a notice, and the audit log of each of their accounts gets an entry. Null if the link can no
 * longer be used.
 */
export function resetPassword(database: Database, reset: PasswordReset): Promise<{ userId: number } | null> {
  return database.modelTransaction(async (tx) => {
    const userId = await useResetLink(tx, reset);
    if (userId === null) return null;
    const { now, ipAddress, userAgent, passwordHash, signsOutEverywhere } = reset;
    await savePassword(tx, { userId, passwordHash, how: 'reset', now, ipAddress });
    const ended = await endSessions(tx, userId);
    const wasProven = await proveAddress(tx, userId);
    const endsTokens = signsOutEverywhere || !wasProven;
    if (endsTokens) await endTokens(tx, userId, now);
    // It says nothing of tokens: some may reach other accounts only.
    const detail = { ended_sessions: ended, signed_out_everywhere: endsTokens };
    await recordPersonalAudit(tx, { userId, action: 'password.reset', target: '', detail, ipAddress, userAgent });
    return { userId };
  });
}

/** Uses up a link and returns its user. If two of a user's links are used at once, the second waits and then fails. */
async function useResetLink({ prisma, pool }: DatabaseHandle, { id, now }: PasswordReset): Promise<number | null> {
  const reset = await prisma.passwordReset.findUnique({ where: { id }, select: { userId: true } });
  if (reset === null) return null;
  const { userId } = reset;
  await lockUser.execute(pool, userId);
  const { count } = await prisma.passwordReset.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 0 ? null : userId;
}

export interface PasswordChange {
  readonly userId: number;
  /** The session that made the change. */
  readonly sessionId: string;
  readonly passwordHash: string;
  readonly now: Date;
  readonly ipAddress: string;
}

/** Changes a signed-in user's password, notifies them by email, and ends their other sessions; returns how many. */
export async function changePassword(tx: DatabaseHandle, change: PasswordChange): Promise<number> {
  const { userId, sessionId, passwordHash, now, ipAddress } = change;
  await savePassword(tx, { userId, passwordHash, how: 'settings', now, ipAddress });
  return endSessions(tx, userId, sessionId);
}

interface SavedPassword extends Omit<PasswordChange, 'sessionId'> {
  readonly how: 'reset' | 'settings';
}

/** Stores the password and queues its notice. Reset links and login codes requested with the old password end. */
async function savePassword(tx: DatabaseHandle, saved: SavedPassword): Promise<void> {
  const { userId, passwordHash, how, now, ipAddress } = saved;
  const { prisma } = tx;
  await prisma.user.update({ where: { id: userId }, data: { passwordHash } });
  await prisma.passwordReset.deleteMany({ where: { userId, usedAt: null } });
  await prisma.loginCode.deleteMany({ where: { userId, usedAt: null } });
  const payload = { how, changedAt: now.toISOString(), ipAddress };
  await queueMail(tx, [userId], { kind: 'password_changed', payload, now });
}

/** Records that a user opened a link sent to their address; returns whether they had before. */
async function proveAddress({ prisma }: DatabaseHandle, id: number): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id, isAddressProven: false },
    data: { isAddressProven: true },
  });
  return count === 0;
}

/** Ends what acts for a user without a session: API tokens and feed addresses. */
async function endTokens({ prisma }: DatabaseHandle, userId: number, now: Date): Promise<void> {
  await prisma.feedLink.deleteMany({ where: { userId } });
  await prisma.apiToken.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now } });
}
