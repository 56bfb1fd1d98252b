import { columnsOf, nullable } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { Listed } from '../../records.js';
import { sql } from '../../sql.js';

const MAX_CONNECTED_ACCOUNTS = 100;
const MAX_HANDLES = 500;
const MAX_NAMES = 2_000;

export interface ProjectOfAccount {
  readonly id: number;
  readonly accountId: number;
}

/** The project's first `count` members by user id. */
async function listMembers(
  { prisma }: DatabaseHandle,
  { id: projectId, accountId }: ProjectOfAccount,
  count: number,
) {
  const connectedAccounts = {
    select: { id: true, provider: true, uid: true },
    orderBy: { id: 'asc' },
    take: MAX_CONNECTED_ACCOUNTS,
  } as const;
  const members = await prisma.projectMembership.findMany({
    where: { projectId },
    orderBy: { userId: 'asc' },
    take: count,
    select: {
      userId: true,
      role: true,
      user: { select: { name: true, memberships: { where: { accountId }, select: { connectedAccounts } } } },
    },
  });
  return members.map(({ user, ...member }) => ({
    ...member,
    name: user.name,
    connectedAccounts: user.memberships.flatMap((membership) => membership.connectedAccounts),
  }));
}

/** A member of a project, without email address, with their logins in other tools. */
export type MemberRecord = Listed<typeof listMembers>;

/** Skips through the index from one label to the next, past their tasks. */
const assigneeHandles = defineQuery({
  name: 'list assignee handles',
  columns: { handle: nullable({ ...columnsOf('Task').assigneeHandle, expression: sql`handle` }) },
  examples: [1],
  build: (projectId: number, select) =>
    sql`WITH RECURSIVE seen AS (
          (SELECT assignee_handle AS handle, 1 AS place FROM tasks
           WHERE project_id = ${projectId} AND assignee_handle IS NOT NULL ORDER BY assignee_handle LIMIT 1)
          UNION ALL
          SELECT later.handle, seen.place + 1
          FROM seen CROSS JOIN LATERAL (
            SELECT assignee_handle AS handle FROM tasks
            WHERE project_id = ${projectId} AND assignee_handle > seen.handle
            ORDER BY assignee_handle LIMIT 1) later
          WHERE seen.place < ${MAX_HANDLES})
        SELECT ${select} FROM seen`,
});

/** The distinct agent labels on the project's tasks. */
async function listAssigneeHandles({ pool }: DatabaseHandle, projectId: number): Promise<string[]> {
  const rows = await assigneeHandles.all(pool, projectId);
  return rows.flatMap(({ handle }) => handle ?? []).toSorted();
}

/** The names of an account's members, so that they can be hidden in displayed text. */
export async function listMemberNames(
  { prisma }: DatabaseHandle,
  accountId: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const members = await prisma.accountMembership.findMany({
    where: { accountId, user: { name: { not: '' } } },
    orderBy: { userId: 'asc' },
    take: MAX_NAMES,
    select: { user: { select: { id: true, name: true } } },
  });
  return members.map(({ user }) => user);
}

const MAX_PEOPLE = 1_000;

/** Everyone in the account by name, with their membership in the project. */
async function listProjectMembers({ prisma }: DatabaseHandle, { id: projectId, accountId }: ProjectOfAccount) {
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
    /** Null for someone who was not added to the project. */
    joinedAt: user.projectMemberships[0]?.createdAt ?? null,
  }));
}

export const reads = { listMembers, listAssigneeHandles, listMemberNames, listProjectMembers };
