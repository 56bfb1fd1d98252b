import { type MaskingProject, parseRowId } from '@slipway/domain';
import { columnsOf, computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { sql } from '../../sql.js';
import { maskedValues } from '../masked-values/masked-values.js';

const account = columnsOf('Account', 'a');
const columns = {
  accountId: account.id,
  plan: account.plan,
  timeZone: account.timezone,
  writtenLsn: account.writtenLsn,
  /** The user's role in it. */
  role: columnsOf('AccountMembership', 'm').role,
  /** Those of its projects that have masked values. */
  maskingProjects: computed<'json', readonly MaskingProject[]>(
    'json',
    sql`COALESCE((SELECT json_agg(json_build_object('id', p.id, 'maskedValues', ${maskedValues.expression}))
          FROM projects p WHERE p.account_id = a.id
            AND EXISTS (SELECT FROM masked_values v WHERE v.project_id = p.id)), '[]')`,
  ),
};

/** The account that a request without a project is about. */
export interface WorkspaceRecord extends RowOf<typeof columns> {}

interface WorkspaceRequest {
  readonly userId: number;
  /** A prefixed or numeric id. */
  readonly named: string | undefined;
  /** If not null, the account must have one of these projects. */
  readonly projectIds: readonly number[] | null;
}

/** Runs on every feed request. Without a name, the user's default account comes first, then the first joined. */
const workspaceOfUser = defineQuery({
  name: 'find workspace',
  columns,
  prepared: true,
  examples: [
    { userId: 1, named: undefined, projectIds: null },
    { userId: 1, named: undefined, projectIds: [1] },
  ],
  build({ userId, named, projectIds }: WorkspaceRequest, select) {
    const id = named === undefined ? null : parseRowId(named);
    const prefixedId = named === undefined || id !== null ? null : named;
    return sql`SELECT ${select} FROM account_memberships m
        JOIN accounts a ON a.id = m.account_id
        JOIN users u ON u.id = m.user_id
        WHERE m.user_id = ${userId} AND m.suspended_at IS NULL AND m.account_id = COALESCE(${id}::int, m.account_id)
          AND a.prefixed_id = COALESCE(${prefixedId}, a.prefixed_id)
          ${when(projectIds ?? undefined, (ids) => sql`EXISTS (SELECT FROM projects p WHERE p.account_id = a.id AND p.id = ANY (${ids}::int[]))`)}
        ORDER BY a.id = u.default_account_id DESC NULLS LAST, a.id LIMIT 1`;
  },
});

/**
 * The named account, if the user belongs to it; their default account if none is named. If projects are given, only
 * accounts that have one of them count.
 */
function findWorkspace(
  { pool }: DatabaseHandle,
  userId: number,
  named: string | undefined,
  projectIds: readonly number[] | null = null,
): Promise<WorkspaceRecord | null> {
  return workspaceOfUser.first(pool, { userId, named, projectIds });
}

/** Which of the projects belong to the account. */
async function listWorkspaceProjects(
  { prisma }: DatabaseHandle,
  accountId: number,
  projectIds: readonly number[],
): Promise<number[]> {
  const projects = await prisma.project.findMany({
    where: { accountId, id: { in: [...projectIds] } },
    select: { id: true },
  });
  return projects.map(({ id }) => id);
}

/** The project's id, if the project belongs to the account. */
async function findWorkspaceProject(
  { prisma }: DatabaseHandle,
  accountId: number,
  projectId: number,
): Promise<number | null> {
  const project = await prisma.project.findUnique({ where: { id: projectId, accountId }, select: { id: true } });
  return project?.id ?? null;
}

export const reads = { findWorkspace, findWorkspaceProject, listWorkspaceProjects };
