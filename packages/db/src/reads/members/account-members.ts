import type { DatabaseHandle } from '../../database.js';

const MAX_MEMBERS = 1_000;

/** Everyone who belongs to an account: owners first, then by name. */
async function listAccountMembers({ prisma }: DatabaseHandle, accountId: number) {
  const memberships = await prisma.accountMembership.findMany({
    where: { accountId },
    orderBy: [{ role: 'asc' }, { user: { name: 'asc' } }, { userId: 'asc' }],
    take: MAX_MEMBERS,
    select: {
      userId: true,
      role: true,
      createdAt: true,
      suspendedAt: true,
      user: {
        select: {
          name: true,
          secondFactor: { select: { confirmedAt: true } },
          passkeys: { select: { id: true }, take: 1 },
          sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: 'desc' }, take: 1 },
          _count: { select: { projectMemberships: { where: { project: { accountId } } } } },
        },
      },
      _count: { select: { connectedAccounts: true } },
    },
  });
  return memberships.map(({ userId, role, createdAt, suspendedAt, user, _count: count }) => ({
    userId,
    role,
    name: user.name,
    joinedAt: createdAt,
    isSuspended: suspendedAt !== null,
    lastSeenAt: user.sessions[0]?.lastSeenAt ?? null,
    projects: user._count.projectMemberships,
    connectedAccounts: count.connectedAccounts,
    hasSecondFactor: (user.secondFactor?.confirmedAt ?? null) !== null || user.passkeys.length > 0,
  }));
}

/** Users who belong to an account that a user does not own, or cannot use although they own it. */
export const inUnownedAccount = (userId: number) => ({
  memberships: {
    some: { account: { memberships: { none: { userId, role: 'owner' as const, suspendedAt: null } } } },
  },
});

/** The members of an account who also belong to one that an owner of this account does not own. */
async function listMembersElsewhere(
  { prisma }: DatabaseHandle,
  accountId: number,
  ownerId: number,
): Promise<Set<number>> {
  const members = await prisma.accountMembership.findMany({
    where: { accountId, user: inUnownedAccount(ownerId) },
    select: { userId: true },
  });
  return new Set(members.map(({ userId }) => userId));
}

const MAX_INVITATIONS = 500;

/** Those that have not been accepted yet. */
async function listInvitations({ prisma }: DatabaseHandle, accountId: number) {
  const invitations = await prisma.invitation.findMany({
    where: { accountId, acceptedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_INVITATIONS,
    select: { id: true, email: true, role: true, invitedById: true, createdAt: true, expiresAt: true },
  });
  const inviters = await prisma.user.findMany({
    where: { id: { in: invitations.map(({ invitedById }) => invitedById) } },
    select: { id: true, name: true },
  });
  const names = new Map(inviters.map(({ id, name }) => [id, name]));
  return invitations.map(({ invitedById, ...rest }) => ({ ...rest, invitedBy: names.get(invitedById) ?? '' }));
}

export const reads = { listAccountMembers, listMembersElsewhere, listInvitations };
