import { type Queryable, query, sql } from '../../sql.js';

/** Finds the user that an identity in a tool belongs to; null when there is none, or more than one. */
export type FindPerson = (
  scope: { readonly accountId: number; readonly provider: string },
  uid: string | null,
) => number | null;

/** Someone in another tool, as operations name them. */
export interface Identity {
  readonly accountId: number;
  readonly provider: string;
  readonly uid: string;
}

const keyOf = ({ accountId, provider, uid }: Identity) => JSON.stringify([accountId, provider, uid]);

/**
 * Looks up all identities of a batch at once, among the members of each account: an identity connected for the tool, an
 * address connected for any tool, or the user's own address.
 */
export async function findPeople(tx: Queryable, identities: readonly Identity[]): Promise<FindPerson> {
  const asked = [...new Map(identities.map((identity) => [keyOf(identity), identity])).values()];
  if (asked.length === 0) return () => null;
  const found = await query<Identity & { userId: number }>(
    tx,
    sql`SELECT a.account_id AS "accountId", a.provider, a.uid, min(m.user_id) AS "userId"
        FROM unnest(${asked.map(({ accountId }) => accountId)}::int[], ${asked.map(({ provider }) => provider)}::text[],
          ${asked.map(({ uid }) => uid)}::text[]) AS a(account_id, provider, uid),
          LATERAL (SELECT c.user_id FROM connected_accounts c
                   WHERE lower(c.uid) = lower(a.uid) AND (c.provider = a.provider OR a.uid LIKE '%_@_%')
                   UNION SELECT u.id FROM users u WHERE lower(u.email) = lower(a.uid)) p
          JOIN account_memberships m ON m.user_id = p.user_id
        WHERE m.account_id = a.account_id
        GROUP BY a.account_id, a.provider, a.uid HAVING count(DISTINCT m.user_id) = 1`,
  );
  const users = new Map(found.map((row) => [keyOf(row), row.userId]));
  return ({ accountId, provider }, uid) =>
    uid === null ? null : (users.get(keyOf({ accountId, provider, uid })) ?? null);
}
