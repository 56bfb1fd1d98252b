import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { maskedValues, toSealed } from '../masked-values/masked-values.js';

/** The columns of a project `p` of the account `a`. */
export const projectColumns = {
  ...pick(columnsOf('Project', 'p'), 'id', 'accountId', 'name', 'engine', 'createdAt'),
  ...pick(columnsOf('Account', 'a'), 'readOnlyReason', 'writtenLsn'),
  maskedValues,
};

/**
 * A project as its readers see it, with its masked values, the reason why its account is read-only (if it is), and the
 * account's last write.
 */
export interface ProjectRecord extends RowOf<typeof projectColumns> {}

const projectOfUser = defineQuery({
  name: 'find project',
  columns: projectColumns,
  prepared: true,
  examples: [{ userId: 1, projectId: 1 }],
  build: ({ userId, projectId }: { userId: number; projectId: number }, select) =>
    sql`SELECT ${select} FROM projects p
        JOIN accounts a ON a.id = p.account_id
        JOIN account_memberships m ON m.account_id = p.account_id AND m.user_id = ${userId} AND m.suspended_at IS NULL
        WHERE p.id = ${projectId}`,
});

/** The project, if it belongs to one of the user's accounts. */
function findProject({ pool }: DatabaseHandle, userId: number, projectId: number): Promise<ProjectRecord | null> {
  return projectOfUser.first(pool, { userId, projectId });
}

/** Every project of every account the user belongs to, by id; of these only the given ones, if any are given. */
async function listProjects(
  { prisma }: DatabaseHandle,
  userId: number,
  only: readonly number[] | null = null,
): Promise<ProjectRecord[]> {
  const projects = await prisma.project.findMany({
    where: {
      account: { memberships: { some: { userId, suspendedAt: null } } },
      ...(only !== null && { id: { in: [...only] } }),
    },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      accountId: true,
      name: true,
      engine: true,
      createdAt: true,
      account: { select: { readOnlyReason: true, writtenLsn: true } },
      maskedValues: { orderBy: { id: 'asc' }, select: { name: true, ciphertext: true } },
    },
  });
  return projects.map(({ account: { readOnlyReason, writtenLsn }, maskedValues: sealed, ...project }) => ({
    ...project,
    maskedValues: sealed.map(toSealed),
    readOnlyReason,
    writtenLsn: Number(writtenLsn),
  }));
}

export const reads = { findProject, listProjects };
