import { randomBytes } from 'node:crypto';
import type { BuildType } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

export interface NewAccount {
  readonly accountName: string;
  readonly projectName: string;
  readonly engine: BuildType;
}

/** Creates an account with a project, both owned by the user. It is what the user sees first unless they chose another. */
export async function createAccount(
  { prisma }: DatabaseHandle,
  ownerId: number,
  { accountName, projectName, engine }: NewAccount,
): Promise<{ readonly accountId: number; readonly projectId: number }> {
  const owner = { create: { userId: ownerId, role: 'owner' } } as const;
  const { id: accountId } = await prisma.account.create({
    data: { name: accountName, plan: 'team', prefixedId: newPrefixedId(), memberships: owner },
    select: { id: true },
  });
  const { id: projectId } = await prisma.project.create({
    data: { accountId, name: projectName, engine, memberships: owner },
    select: { id: true },
  });
  await prisma.user.updateMany({
    where: { id: ownerId, defaultAccountId: null },
    data: { defaultAccountId: accountId },
  });
  return { accountId, projectId };
}

const newPrefixedId = () => `acct_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
