import type { DatabaseHandle } from '../../database.js';
import type { MemberKey } from '../members/members.js';

/** A login in another tool. */
export interface Login {
  readonly provider: string;
  readonly uid: string;
}

/** The login of a change's author, as its tool reported it. */
export async function findAuthorLogin(
  { prisma }: DatabaseHandle,
  accountId: number,
  changeId: number,
): Promise<Login | null> {
  const change = await prisma.change.findFirst({
    where: { id: changeId, accountId, authorUid: { not: null } },
    select: { integrationId: true, authorUid: true },
  });
  if (change?.authorUid == null) return null;
  const integration = await prisma.integration.findUnique({
    where: { id: change.integrationId },
    select: { provider: true },
  });
  return integration && { provider: integration.provider, uid: change.authorUid };
}

/** Connects a login to a member of an account; connecting it again does nothing. */
export async function connectLogin(
  { prisma }: DatabaseHandle,
  { accountId, userId }: MemberKey,
  { provider, uid }: Login,
): Promise<void> {
  const data = { accountId, userId, provider, uid };
  await prisma.connectedAccount.createMany({ data, skipDuplicates: true });
}

export function findConnectedLogin(
  { prisma }: DatabaseHandle,
  accountId: number,
  id: number,
): Promise<(Login & { readonly userId: number }) | null> {
  return prisma.connectedAccount.findFirst({
    where: { id, accountId },
    select: { userId: true, provider: true, uid: true },
  });
}

export async function disconnectLogin({ prisma }: DatabaseHandle, accountId: number, id: number): Promise<void> {
  await prisma.connectedAccount.deleteMany({ where: { id, accountId } });
}
