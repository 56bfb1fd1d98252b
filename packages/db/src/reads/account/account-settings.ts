import type { DatabaseHandle } from '../../database.js';
import { onlyIn } from '../../stores/account/deletion.js';

/** An account's settings. */
export interface AccountSettingsRecord {
  readonly id: number;
  readonly prefixedId: string;
  readonly name: string;
  readonly timezone: string;
  readonly requiresSecondFactor: boolean;
  readonly createdAt: Date;
  readonly projects: number;
  readonly members: number;
  /** The number of people who belong to no other account. */
  readonly onlyHere: number;
}

async function findAccountSettings(
  { prisma }: DatabaseHandle,
  accountId: number,
): Promise<AccountSettingsRecord | null> {
  const account = await prisma.account.findUnique({
    where: { id: accountId },
    select: {
      id: true,
      prefixedId: true,
      name: true,
      timezone: true,
      requiresSecondFactor: true,
      createdAt: true,
      _count: { select: { projects: true, memberships: true } },
    },
  });
  if (account === null) return null;
  const { _count, ...fields } = account;
  const onlyHere = await prisma.user.count({ where: onlyIn(accountId) });
  return { ...fields, projects: _count.projects, members: _count.memberships, onlyHere };
}

export const reads = { findAccountSettings };
