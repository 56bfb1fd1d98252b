import type { DatabaseHandle } from '../../database.js';

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

/** Connects a login to a person; connecting it again does nothing. */
export async function connectLogin({ prisma }: DatabaseHandle, userId: number, login: Login): Promise<void> {
  const { provider, uid } = login;
  await prisma.connectedAccount.createMany({ data: { userId, provider, uid }, skipDuplicates: true });
}

/** A connected login of a person who belongs to the account. */
export function findConnectedLogin(
  { prisma }: DatabaseHandle,
  accountId: number,
  id: number,
): Promise<(Login & { readonly userId: number }) | null> {
  return prisma.connectedAccount.findFirst({
    where: { id, user: { memberships: { some: { accountId } } } },
    select: { userId: true, provider: true, uid: true },
  });
}

export async function disconnectLogin({ prisma }: DatabaseHandle, id: number): Promise<void> {
  await prisma.connectedAccount.deleteMany({ where: { id } });
}
