import type { DatabaseHandle } from '../../database.js';
import { onlyIn } from '../../stores/account/deletion.js';

async function findAccountSettings({ prisma }: DatabaseHandle, accountId: number) {
  const account = await prisma.account.findUnique({
    where: { id: accountId },
    select: {
      id: true,
      prefixedId: true,
      name: true,
      timezone: true,
      requiresSecondFactor: true,
      /** The longest lifetime of a member's new API token. */
      maxTokenDays: true,
      createdAt: true,
      _count: { select: { projects: true, memberships: true } },
    },
  });
  if (account === null) return null;
  const { _count, ...fields } = account;
  /** The people who belong to no other account. */
  const onlyHere = await prisma.user.count({ where: onlyIn(accountId) });
  return { ...fields, projects: _count.projects, members: _count.memberships, onlyHere };
}

/** How many usable tokens of an account's members last beyond a time. Tokens of the login flow do not count. */
function countTokensBeyond({ prisma }: DatabaseHandle, accountId: number, end: Date): Promise<number> {
  return prisma.apiToken.count({
    where: {
      origin: 'web',
      legacy: false,
      revokedAt: null,
      user: { memberships: { some: { accountId } } },
      OR: [{ expiresAt: null }, { expiresAt: { gt: end } }],
    },
  });
}

export const reads = { findAccountSettings, countTokensBeyond };
