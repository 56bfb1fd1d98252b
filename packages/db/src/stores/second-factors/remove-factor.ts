import type { DatabaseHandle } from '../../database.js';
import { inUnownedAccount } from '../../reads/members/account-members.js';
import { type RequestSource, recordAudit, recordPersonalAudit } from '../audit-log/audit.js';
import type { MailedFactorRemoval } from '../mail/mail-subject.js';
import { queueMail } from '../mail/security-notices.js';
import { lockUser } from '../people/users.js';
import { endSessions } from '../sessions/sessions.js';
import { settleSuspensions } from '../sso/suspensions.js';
import { findFactorState, HAS_FACTOR } from './second-factors.js';

interface Removal {
  readonly userId: number;
  readonly now: Date;
  readonly source: RequestSource;
}

/** The reset of a user's second factors by someone else. */
export interface FactorReset extends Removal {
  /** An owner of all of the user's accounts, or the operator on the server (null). */
  readonly resetById: number | null;
}

/** `unowned_account`: the user also belongs to an account that the person who resets does not own. */
export type ResetResult = 'reset' | 'not_found' | 'unowned_account';

/**
 * Removes all second factors of a user and their recovery codes, ends their sessions, and informs them by email. The
 * audit log of each of their accounts says who did it. A factor protects all of the user's accounts, so only someone who
 * owns them all may remove it, or the operator.
 */
export async function resetFactors(tx: DatabaseHandle, reset: FactorReset): Promise<ResetResult> {
  const { userId, resetById } = reset;
  await lockUser.execute(tx.pool, userId);
  if (resetById !== null && (await isInUnownedAccount(tx, userId, resetById))) return 'unowned_account';
  const { hasFactor } = await findFactorState(tx, userId);
  if (!hasFactor) return 'not_found';
  await tx.prisma.secondFactor.deleteMany({ where: { userId } });
  await tx.prisma.passkey.deleteMany({ where: { userId } });
  await endSessions(tx, userId);
  await recordReset(tx, reset);
  await endProtection(tx, reset, resetById === null ? 'operator' : 'owner');
  return 'reset';
}

async function isInUnownedAccount({ prisma }: DatabaseHandle, id: number, ownerId: number): Promise<boolean> {
  return (await prisma.user.count({ where: { id, ...inUnownedAccount(ownerId) } })) > 0;
}

async function recordReset(tx: DatabaseHandle, { userId, resetById, source }: FactorReset): Promise<void> {
  const { name, memberships } = await tx.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, memberships: { select: { accountId: true }, orderBy: { accountId: 'asc' } } },
  });
  const { ipAddress, userAgent } = source;
  const change = { action: 'member.reset_second_factor', target: name, detail: { user_id: userId } };
  const entry = { ...change, projectId: null, userId: resetById, ipAddress, userAgent };
  for (const { accountId } of memberships) await recordAudit(tx, { ...entry, accountId });
}

/** `required`: an account of the user requires a second factor, and it is their last. */
export type OwnRemoval = 'removed' | 'not_found' | 'required';

/** Removes a user's own authenticator app. */
export async function removeApp(tx: DatabaseHandle, removal: Removal): Promise<OwnRemoval> {
  const { userId, source } = removal;
  const removed = await removeOwn(tx, removal, async () => {
    const where = { userId, confirmedAt: { not: null } };
    return (await tx.prisma.secondFactor.deleteMany({ where })).count;
  });
  if (removed === 'removed')
    await recordPersonalAudit(tx, { userId, action: 'second_factor.remove', target: '', ...source });
  return removed;
}

/** Removes one of a user's own passkeys, and returns its name for the audit log. */
export async function removePasskey(
  tx: DatabaseHandle,
  passkeyId: number,
  removal: Removal,
): Promise<{ readonly outcome: OwnRemoval; readonly name: string }> {
  const where = { id: passkeyId, userId: removal.userId };
  const passkey = await tx.prisma.passkey.findFirst({ where, select: { name: true } });
  if (passkey === null) return { outcome: 'not_found', name: '' };
  const outcome = await removeOwn(tx, removal, async () => (await tx.prisma.passkey.deleteMany({ where })).count);
  return { outcome, name: passkey.name };
}

/** If it was the last factor, the recovery codes end too, and the user is informed by email. */
async function removeOwn(
  tx: DatabaseHandle,
  removal: Removal,
  remove: () => Promise<number>,
): Promise<OwnRemoval> {
  const { userId } = removal;
  await lockUser.execute(tx.pool, userId);
  const { hasApp, passkeys, isRequired } = await findFactorState(tx, userId);
  const isLast = passkeys + Number(hasApp) === 1;
  if (isLast && isRequired) return 'required';
  if ((await remove()) === 0) return 'not_found';
  if (isLast) await endProtection(tx, removal, 'you');
  return 'removed';
}

/**
 * Ends the recovery codes of a user who has no factor any more, and access to accounts that take them only with one.
 * Informs them by email.
 */
async function endProtection(
  tx: DatabaseHandle,
  { userId, now, source }: Removal,
  by: MailedFactorRemoval['by'],
): Promise<void> {
  await settleSuspensions(tx, { userId });
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  const payload: MailedFactorRemoval = { by, removedAt: now.toISOString(), ipAddress: source.ipAddress };
  await queueMail(tx, [userId], { kind: 'second_factor_removed', payload, now });
}

/** Requires a second factor from all members of an account, or no longer. */
export async function requireFactor(tx: DatabaseHandle, accountId: number, isRequired: boolean): Promise<number> {
  await tx.prisma.account.update({ where: { id: accountId }, data: { requiresSecondFactor: isRequired } });
  if (!isRequired) return 0;
  // Users without a second factor set one up at the next sign-in.
  const { count } = await tx.prisma.session.deleteMany({
    where: { user: { memberships: { some: { accountId, suspendedAt: null } }, NOT: HAS_FACTOR } },
  });
  return count;
}
