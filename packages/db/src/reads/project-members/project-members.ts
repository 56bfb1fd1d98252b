import type { Role } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** A person in a project's account, with their role, their tools and their open tasks. */
export interface ProjectMemberRecord {
  readonly userId: number;
  readonly name: string;
  readonly accountRole: Role;
  readonly providers: readonly string[];
  readonly openTasks: number;
  /** Null for someone who was not added to the project. */
  readonly joinedAt: Date | null;
}

const MAX_PEOPLE = 1_000;

/** Everyone in the account by name, with their membership in the project. */
async function listProjectMembers(
  { prisma }: DatabaseHandle,
  { id: projectId, accountId }: { readonly id: number; readonly accountId: number },
): Promise<ProjectMemberRecord[]> {
  const [people, tasks] = await Promise.all([
    prisma.accountMembership.findMany({
      where: { accountId },
      orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
      take: MAX_PEOPLE,
      select: {
        userId: true,
        role: true,
        user: {
          select: {
            name: true,
            projectMemberships: { where: { projectId }, select: { createdAt: true } },
          },
        },
        connectedAccounts: { select: { provider: true }, orderBy: { id: 'asc' } },
      },
    }),
    prisma.task.groupBy({
      by: ['userId'],
      where: { projectId, userId: { not: null }, state: { not: 'completed' } },
      _count: true,
    }),
  ]);
  const open = new Map(tasks.map(({ userId, _count: count }) => [userId, count]));
  return people.map(({ userId, role, user, connectedAccounts }) => ({
    userId,
    name: user.name,
    accountRole: role,
    providers: [...new Set(connectedAccounts.map(({ provider }) => provider))],
    openTasks: open.get(userId) ?? 0,
    joinedAt: user.projectMemberships[0]?.createdAt ?? null,
  }));
}

export const reads = { listProjectMembers };
