import type { Role } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** An account as one of its members sees it. */
export interface MembershipRecord {
  readonly id: number;
  readonly prefixedId: string;
  readonly name: string;
  readonly plan: string;
  readonly readOnlyReason: 'trial_expired' | 'demo' | null;
  readonly role: Role;
}

const account = {
  select: { id: true, prefixedId: true, name: true, plan: true, readOnlyReason: true },
} as const;

/** The account, if the user belongs to it and can use it. */
async function findMembership(
  { prisma }: DatabaseHandle,
  userId: number,
  accountId: number,
): Promise<MembershipRecord | null> {
  const membership = await prisma.accountMembership.findUnique({
    where: { userId_accountId: { userId, accountId }, suspendedAt: null },
    select: { role: true, account },
  });
  return membership && { role: membership.role, ...membership.account };
}

/** Every account that the user belongs to and can use, by name. */
async function listMemberships({ prisma }: DatabaseHandle, userId: number): Promise<MembershipRecord[]> {
  const memberships = await prisma.accountMembership.findMany({
    where: { userId, suspendedAt: null },
    select: { role: true, account },
    orderBy: [{ account: { name: 'asc' } }, { accountId: 'asc' }],
  });
  return memberships.map(({ role, account: fields }) => ({ role, ...fields }));
}

export const reads = { findMembership, listMemberships };
