import { type Queryable, query, sql } from '../sql.js';

/** A member of a project; never with a name or an address. */
export interface MemberRecord {
  readonly userId: number;
  readonly role: string;
  readonly connectedAccounts: readonly ConnectedAccountRecord[];
}

/** Who a member is in another tool. */
export interface ConnectedAccountRecord {
  readonly id: number;
  readonly provider: string;
  readonly uid: string;
}

const MAX_CONNECTED_ACCOUNTS = 100;
const MAX_HANDLES = 500;

/** The project's first `count` members by user id. */
function listMembers(on: Queryable, projectId: number, count: number): Promise<MemberRecord[]> {
  return query(
    on,
    sql`SELECT m.user_id AS "userId", m.role,
               (SELECT coalesce(json_agg(json_build_object('id', c.id, 'provider', c.provider, 'uid', c.uid)
                                         ORDER BY c.id), '[]')
                FROM (SELECT id, provider, uid FROM connected_accounts WHERE user_id = m.user_id
                      ORDER BY id LIMIT ${MAX_CONNECTED_ACCOUNTS}) c) AS "connectedAccounts"
        FROM project_memberships m WHERE m.project_id = ${projectId}
        ORDER BY m.user_id LIMIT ${count}`,
  );
}

/** The agent labels on the project's tasks, each once. Steps from label to label on the index, past their tasks. */
async function listAssigneeHandles(on: Queryable, projectId: number): Promise<string[]> {
  const rows = await query<{ handle: string }>(
    on,
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
        SELECT handle FROM seen`,
  );
  return rows.map(({ handle }) => handle).toSorted();
}

/** The most names that are looked out for. */
const MAX_NAMES = 2_000;

/** What the people of an account are called, so that it can be kept out of what is shown. */
export function listMemberNames(
  on: Queryable,
  accountId: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return query(
    on,
    sql`SELECT u.id, u.name FROM account_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.account_id = ${accountId} AND u.name <> '' ORDER BY u.id LIMIT ${MAX_NAMES}`,
  );
}

export const reads = { listMembers, listAssigneeHandles, listMemberNames };
