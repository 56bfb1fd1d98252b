import type { Role } from '@slipway/contracts';
import { announceAccount } from '../../announce-account.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { mailNewOwner } from '../mail/security-notices.js';

export interface MemberKey {
  readonly accountId: number;
  readonly userId: number;
}

export type MemberChange = 'changed' | 'not_found' | 'last_owner';

const lockRow = defineQuery({
  name: 'lock account',
  columns: {},
  examples: [1],
  build: (accountId: number) => sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`,
});

/**
 * Waits for other changes to the account's members: if two owners remove each other at once, one of them stays. New
 * rows that refer to the account need not wait.
 */
export async function lockAccount({ pool }: DatabaseHandle, accountId: number): Promise<void> {
  await lockRow.execute(pool, accountId);
}

/** The role of a member, also of one who is suspended. */
export async function findMember({ prisma }: DatabaseHandle, { accountId, userId }: MemberKey) {
  return prisma.accountMembership.findUnique({
    where: { userId_accountId: { userId, accountId } },
    select: { role: true },
  });
}

/** An owner who is suspended cannot change the account, so that they do not count. */
async function isLastOwner({ prisma }: DatabaseHandle, { accountId, userId }: MemberKey): Promise<boolean> {
  return (
    (await prisma.accountMembership.count({
      where: { accountId, role: 'owner', suspendedAt: null, userId: { not: userId } },
    })) === 0
  );
}

/** Permanently ends the open invitations that a person sent, because only owners invite. */
async function endInvitations({ prisma }: DatabaseHandle, { accountId, userId }: MemberKey): Promise<void> {
  await prisma.invitation.deleteMany({ where: { accountId, invitedById: userId, acceptedAt: null } });
}

export interface RoleChange {
  readonly role: Role;
  readonly changedById: number;
  readonly now: Date;
}

/**
 * Makes a person an owner or a member. All owners get an email that names a new owner. When an owner becomes a member,
 * their open invitations end.
 */
export async function changeRole(
  tx: DatabaseHandle,
  member: MemberKey,
  { role, changedById, now }: RoleChange,
): Promise<MemberChange> {
  const { accountId, userId } = member;
  await lockAccount(tx, accountId);
  const current = await findMember(tx, member);
  if (current === null) return 'not_found';
  if (current.role === 'owner' && role !== 'owner' && (await isLastOwner(tx, member))) return 'last_owner';
  await tx.prisma.accountMembership.update({
    where: { userId_accountId: { userId, accountId } },
    data: { role },
  });
  if (role !== 'owner') await endInvitations(tx, member);
  else if (current.role !== 'owner') await mailNewOwner(tx, { ...member, madeById: changedById, now });
  await announceAccount(tx, accountId, 'member');
  return 'changed';
}

/**
 * Ends a person's membership in the account and its projects, their feeds, invitations and connected accounts. The last
 * owner stays.
 */
export async function endMembership(tx: DatabaseHandle, member: MemberKey): Promise<MemberChange> {
  const { accountId, userId } = member;
  const { prisma } = tx;
  await lockAccount(tx, accountId);
  const current = await findMember(tx, member);
  if (current === null) return 'not_found';
  if (current.role === 'owner' && (await isLastOwner(tx, member))) return 'last_owner';
  await announceAccount(tx, accountId, 'member');
  await prisma.projectMembership.deleteMany({ where: { userId, project: { accountId } } });
  await prisma.feedLink.deleteMany({ where: { userId, project: { accountId } } });
  await endInvitations(tx, member);
  await prisma.accountMembership.delete({ where: { userId_accountId: { userId, accountId } } });
  await prisma.user.updateMany({
    where: { id: userId, defaultAccountId: accountId },
    data: { defaultAccountId: null },
  });
  await prisma.session.updateMany({ where: { userId, accountId }, data: { accountId: null } });
  // Without an account, there is nothing left to sign in to.
  if ((await prisma.accountMembership.count({ where: { userId } })) === 0)
    await prisma.session.deleteMany({ where: { userId } });
  return 'changed';
}

/** A member's name, for the audit log. */
export async function findMemberName(
  { prisma }: DatabaseHandle,
  { accountId, userId }: MemberKey,
): Promise<string | null> {
  const member = await prisma.accountMembership.findUnique({
    where: { userId_accountId: { userId, accountId } },
    select: { user: { select: { name: true } } },
  });
  return member?.user.name ?? null;
}
