import { isAddressIn } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { lockAccount } from '../members/members.js';
import { normalizeEmail } from '../people/users.js';
import { settleSuspensions } from './suspensions.js';

/**
 * Lets the person with an address outside the domain use the account while single sign-on is required. Returns the
 * address as it is stored; null if the account has no provider.
 */
export async function allowAddress(tx: DatabaseHandle, accountId: number, sent: string): Promise<string | null> {
  const { prisma } = tx;
  const email = normalizeEmail(sent);
  await lockAccount(tx, accountId);
  if ((await prisma.ssoProvider.count({ where: { accountId } })) === 0) return null;
  await prisma.ssoAllowedAddress.createMany({ data: { accountId, email }, skipDuplicates: true });
  await settleSuspensions(tx, { accountId });
  return email;
}

/** Takes an address off the list. Returns it, with the members who lost access; null if it is not on the list. */
export async function disallowAddress(
  tx: DatabaseHandle,
  accountId: number,
  id: string,
): Promise<{ readonly email: string; readonly suspended: readonly number[] } | null> {
  await lockAccount(tx, accountId);
  const where = { id, accountId };
  const address = await tx.prisma.ssoAllowedAddress.findFirst({ where, select: { email: true } });
  if (address === null) return null;
  await tx.prisma.ssoAllowedAddress.deleteMany({ where });
  return { ...address, suspended: await settleSuspensions(tx, { accountId }) };
}

/** The address of a member; null if the user is no member. */
export async function findMemberAddress(
  { prisma }: DatabaseHandle,
  accountId: number,
  userId: number,
): Promise<string | null> {
  const where = { id: userId, memberships: { some: { accountId } } };
  return (await prisma.user.findFirst({ where, select: { email: true } }))?.email ?? null;
}

/** Whether a person with this address may join the account: not if it requires single sign-on of another domain. */
export async function mayJoin({ prisma }: DatabaseHandle, accountId: number, email: string): Promise<boolean> {
  const provider = await prisma.ssoProvider.findUnique({
    where: { accountId },
    select: { state: true, domain: true, allowedAddresses: { where: { email }, select: { id: true } } },
  });
  if (provider?.state !== 'required' || isAddressIn(email, provider.domain)) return true;
  return provider.allowedAddresses.length > 0;
}
