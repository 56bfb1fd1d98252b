import type { DatabaseHandle } from '../../database.js';

/** The account a user acts for unless they name another: the one they chose, otherwise the first they joined. */
async function findDefaultAccountId({ prisma }: DatabaseHandle, userId: number): Promise<number | null> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      defaultAccountId: true,
      memberships: { select: { accountId: true }, orderBy: { accountId: 'asc' } },
    },
  });
  const accountIds = user?.memberships.map(({ accountId }) => accountId) ?? [];
  return accountIds.find((id) => id === user?.defaultAccountId) ?? accountIds[0] ?? null;
}

export const reads = { findDefaultAccountId };
