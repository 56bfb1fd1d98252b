import type { Plan } from '@slipway/contracts';
import { parseRowId } from '@slipway/domain';
import type { DatabaseHandle } from '../database.js';
import { findDefaultAccountId } from './accounts.js';

/** The account whose feed is read. */
export interface WorkspaceRecord {
  readonly accountId: number;
  readonly plan: Plan;
  readonly timeZone: string;
}

/** The account of this prefixed or numeric id if the user belongs to it; their default account when none is named. */
async function findWorkspace(
  on: DatabaseHandle,
  userId: number,
  named: string | undefined,
): Promise<WorkspaceRecord | null> {
  const id = named === undefined ? await findDefaultAccountId(on, userId) : parseRowId(named);
  const account = await on.prisma.account.findFirst({
    where: { ...(id === null ? { prefixedId: named ?? '' } : { id }), memberships: { some: { userId } } },
    select: { id: true, plan: true, timezone: true },
  });
  return account && { accountId: account.id, plan: account.plan, timeZone: account.timezone };
}

/** The project's id if it is one of the account's. */
async function findWorkspaceProject(
  { prisma }: DatabaseHandle,
  accountId: number,
  projectId: number,
): Promise<number | null> {
  const project = await prisma.project.findUnique({ where: { id: projectId, accountId }, select: { id: true } });
  return project?.id ?? null;
}

export const reads = { findWorkspace, findWorkspaceProject };
