import type { DatabaseHandle } from '../../database.js';
import type { Found } from '../../records.js';

/** The memberships of a user that are not suspended; if projects are given, only those in accounts that have one of them. */
function membershipsOf(userId: number, only: readonly number[] | null) {
  return {
    userId,
    suspendedAt: null,
    ...(only !== null && { account: { projects: { some: { id: { in: [...only] } } } } }),
  };
}

/** Every account that a user belongs to, by id. If projects are given, only these and their accounts. */
async function listJoinedAccounts({ prisma }: DatabaseHandle, userId: number, only: readonly number[] | null) {
  const memberships = await prisma.accountMembership.findMany({
    where: membershipsOf(userId, only),
    orderBy: { accountId: 'asc' },
    select: {
      role: true,
      user: { select: { defaultAccountId: true } },
      account: {
        select: {
          id: true,
          prefixedId: true,
          plan: true,
          projects: {
            ...(only !== null && { where: { id: { in: [...only] } } }),
            select: { id: true },
            orderBy: { id: 'asc' },
          },
        },
      },
    },
  });
  const chosen = memberships.find(({ user, account }) => user.defaultAccountId === account.id) ?? memberships[0];
  return memberships.map((membership) => {
    const { projects, ...account } = membership.account;
    return {
      ...account,
      role: membership.role,
      isDefault: membership === chosen,
      projectIds: projects.map(({ id }) => id),
    };
  });
}

/**
 * The account a user acts for unless they name another: the one they chose, otherwise the first they joined. If projects
 * are given, only their accounts count.
 */
async function findDefaultAccountId(
  { prisma }: DatabaseHandle,
  userId: number,
  only: readonly number[] | null = null,
): Promise<number | null> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      defaultAccountId: true,
      memberships: {
        where: membershipsOf(userId, only),
        select: { accountId: true },
        orderBy: { accountId: 'asc' },
      },
    },
  });
  const accountIds = user?.memberships.map(({ accountId }) => accountId) ?? [];
  return accountIds.find((id) => id === user?.defaultAccountId) ?? accountIds[0] ?? null;
}

const account = {
  select: { id: true, prefixedId: true, name: true, plan: true, readOnlyReason: true },
} as const;

/** The account, if the user belongs to it and can use it. */
async function findMembership({ prisma }: DatabaseHandle, userId: number, accountId: number) {
  const membership = await prisma.accountMembership.findUnique({
    where: { userId_accountId: { userId, accountId }, suspendedAt: null },
    select: { role: true, account },
  });
  return membership && { role: membership.role, ...membership.account };
}

/** An account as one of its members sees it. */
export type MembershipRecord = Found<typeof findMembership>;

/** Every account that the user belongs to and can use, by name. */
async function listMemberships({ prisma }: DatabaseHandle, userId: number): Promise<MembershipRecord[]> {
  const memberships = await prisma.accountMembership.findMany({
    where: { userId, suspendedAt: null },
    select: { role: true, account },
    orderBy: [{ account: { name: 'asc' } }, { accountId: 'asc' }],
  });
  return memberships.map(({ role, account: fields }) => ({ role, ...fields }));
}

export const reads = { listJoinedAccounts, findDefaultAccountId, findMembership, listMemberships };
