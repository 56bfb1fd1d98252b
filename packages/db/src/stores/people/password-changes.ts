import { newId } from '@slipway/domain';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { recordPersonalAudit } from '../audit-log/audit.js';
import { endSessions } from '../sessions/sessions.js';

/** A password that was chosen by the link of a mail. */
export interface PasswordReset {
  /** The link that was used. */
  readonly id: string;
  readonly passwordHash: string;
  /** Whether API tokens and feed addresses end too. */
  readonly signsOutEverywhere: boolean;
  readonly now: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/**
 * Sets the password that a reset link was used for, once. Every other reset link, session and login under way ends; the
 * user gets a notice, and the audit log of each of their accounts an entry. Null if the link can no longer be used.
 */
export function resetPassword(database: Database, reset: PasswordReset): Promise<{ userId: number } | null> {
  return database.modelTransaction(async (tx) => {
    const userId = await useResetLink(tx, reset);
    if (userId === null) return null;
    const { now, ipAddress, userAgent, passwordHash, signsOutEverywhere } = reset;
    await savePassword(tx, { userId, passwordHash, how: 'reset', now, ipAddress });
    const ended = await endSessions(tx, userId);
    const revoked = signsOutEverywhere ? await endTokens(tx, userId, now) : 0;
    const detail = { ended_sessions: ended, revoked_tokens: revoked };
    await recordPersonalAudit(tx, { userId, action: 'password.reset', target: '', detail, ipAddress, userAgent });
    return { userId };
  });
}

const lockUser = defineQuery({
  name: 'lock user',
  columns: {},
  examples: [1],
  build: (userId: number) => sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
});

/** Uses a link up and returns whose it is. Of two links of a user that are used at once, the second waits and fails. */
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

/** A password that somebody changed while signed in. */
export interface PasswordChange {
  readonly userId: number;
  /** The session that made the change. */
  readonly sessionId: string;
  readonly passwordHash: string;
  readonly now: Date;
  readonly ipAddress: string;
}

/** Sets the password of somebody who is signed in, tells them by mail, and ends their other sessions; returns how many. */
export async function changePassword(tx: DatabaseHandle, change: PasswordChange): Promise<number> {
  const { userId, sessionId, passwordHash, now, ipAddress } = change;
  await savePassword(tx, { userId, passwordHash, how: 'settings', now, ipAddress });
  return endSessions(tx, userId, sessionId);
}

interface SavedPassword extends Omit<PasswordChange, 'sessionId'> {
  readonly how: 'reset' | 'settings';
}

/** Stores the password and its notice. What was asked for with the old one, reset links and login codes, ends. */
async function savePassword({ prisma }: DatabaseHandle, saved: SavedPassword): Promise<void> {
  const { userId, passwordHash, how, now, ipAddress } = saved;
  await prisma.user.update({ where: { id: userId }, data: { passwordHash } });
  await prisma.passwordReset.deleteMany({ where: { userId, usedAt: null } });
  await prisma.loginCode.deleteMany({ where: { userId, usedAt: null } });
  const id = newId();
  await prisma.mailOutbox.create({
    data: {
      id,
      kind: 'password_changed',
      userId,
      payload: { how, changedAt: now.toISOString(), ipAddress },
      messageId: `password-changed-${id}`,
      nextAttemptAt: now,
      createdAt: now,
    },
  });
}

/** Ends what acts for a user without a session: API tokens and feed addresses. Returns how many tokens were revoked. */
async function endTokens({ prisma }: DatabaseHandle, userId: number, now: Date): Promise<number> {
  await prisma.feedLink.deleteMany({ where: { userId } });
  const { count } = await prisma.apiToken.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: now },
  });
  return count;
}
