import { parseRowId } from '@slipway/domain';
import { columnsOf, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { empty, type Sql, sql } from '../../sql.js';

const account = columnsOf('Account', 'a');
const columns = {
  accountId: account.id,
  plan: account.plan,
  timeZone: account.timezone,
  writtenLsn: account.writtenLsn,
};

/** The account whose feed is read. */
export interface WorkspaceRecord extends RowOf<typeof columns> {}

interface WorkspaceRequest {
  readonly userId: number;
  /** A prefixed or numeric id. */
  readonly named: string | undefined;
}

/** Runs on every feed request. Without a name, the user's default account comes first, then the first joined. */
const workspaceOfUser = defineQuery({
  name: 'find workspace',
  columns,
  examples: [undefined, '1', 'acct_1'].map((named) => ({ userId: 1, named })),
  build: ({ userId, named }: WorkspaceRequest, select) =>
    sql`SELECT ${select} FROM account_memberships m
        JOIN accounts a ON a.id = m.account_id
        JOIN users u ON u.id = m.user_id
        WHERE m.user_id = ${userId} ${named === undefined ? empty : isNamed(named)}
        ORDER BY a.id = u.default_account_id DESC NULLS LAST, a.id LIMIT 1`,
});

function isNamed(named: string): Sql {
  const id = parseRowId(named);
  return id === null ? sql`AND a.prefixed_id = ${named}` : sql`AND a.id = ${id}`;
}

/** The named account, if the user belongs to it; their default account if none is named. */
function findWorkspace(
  { pool }: DatabaseHandle,
  userId: number,
  named: string | undefined,
): Promise<WorkspaceRecord | null> {
  return workspaceOfUser.first(pool, { userId, named });
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

export const reads = { findWorkspace, findWorkspaceProject };
