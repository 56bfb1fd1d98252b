import type { Plan } from '@slipway/contracts';
import { parseRowId } from '@slipway/domain';
import { type Queryable, queryOne, sql } from '../sql.js';
import { findDefaultAccountId } from './accounts.js';

/** The account whose feed is read. */
export interface WorkspaceRecord {
  readonly accountId: number;
  readonly plan: Plan;
  readonly timeZone: string;
}

/** The account of this prefixed or numeric id if the user belongs to it; their default account when none is named. */
async function findWorkspace(
  on: Queryable,
  userId: number,
  named: string | undefined,
): Promise<WorkspaceRecord | null> {
  const id = named === undefined ? await findDefaultAccountId(on, userId) : parseRowId(named);
  return queryOne(
    on,
    sql`SELECT a.id AS "accountId", a.plan, a.timezone AS "timeZone" FROM accounts a
        JOIN account_memberships m ON m.account_id = a.id AND m.user_id = ${userId}
        WHERE ${id === null ? sql`a.prefixed_id = ${named ?? ''}` : sql`a.id = ${id}`}`,
  );
}

/** The project's id if it is one of the account's. */
async function findWorkspaceProject(on: Queryable, accountId: number, projectId: number): Promise<number | null> {
  const row = await queryOne<{ id: number }>(
    on,
    sql`SELECT id FROM projects WHERE id = ${projectId} AND account_id = ${accountId}`,
  );
  return row?.id ?? null;
}

export const reads = { findWorkspace, findWorkspaceProject };
