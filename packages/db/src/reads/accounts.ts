import { type Queryable, queryOne, sql } from '../sql.js';

/** The account a user acts for unless they say otherwise: the one they chose, else the first they joined. */
export async function findDefaultAccountId(on: Queryable, userId: number): Promise<number | null> {
  const row = await queryOne<{ accountId: number }>(
    on,
    sql`SELECT m.account_id AS "accountId" FROM account_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.user_id = ${userId}
        ORDER BY m.account_id = u.default_account_id DESC NULLS LAST, m.account_id LIMIT 1`,
  );
  return row?.accountId ?? null;
}

export const reads = { findDefaultAccountId };
