import { columnsOf, computed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const MAX_LOGINS = 2_000;

/** The logins of an account's members, or of one member. */
async function listConnectedLogins({ prisma }: DatabaseHandle, accountId: number, userId: number | null) {
  const logins = await prisma.connectedAccount.findMany({
    where: { accountId, ...(userId === null ? {} : { userId }) },
    orderBy: [{ membership: { user: { name: 'asc' } } }, { userId: 'asc' }, { provider: 'asc' }, { id: 'asc' }],
    take: MAX_LOGINS,
    select: {
      id: true,
      userId: true,
      provider: true,
      uid: true,
      createdAt: true,
      membership: { select: { user: { select: { name: true } } } },
    },
  });
  return logins.map(({ membership, ...login }) => ({ ...login, userName: membership.user.name }));
}

const columns = {
  ...pick(columnsOf('Integration', 'i'), 'provider'),
  author: computed('text', sql`min(c.author)`),
  projectIds: computed('int4[]', sql`array_agg(DISTINCT c.project_id)`),
  changeId: computed('int8', sql`max(c.id)`),
  changes: computed('int8', sql`count(*)`),
  lastSeenAt: computed('timestamptz', sql`max(c."timestamp")`),
};

const RECENT = 2_000;
const MAX_AUTHORS = 20;

/** Authors of the account's recent changes who match no member, busiest first. */
const unknownAuthors = defineQuery({
  name: 'list unknown authors',
  columns,
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select} FROM (
          SELECT * FROM changes WHERE account_id = ${accountId} ORDER BY "timestamp" DESC LIMIT ${RECENT}) c
        JOIN integrations i ON i.id = c.integration_id
        WHERE c.author_uid IS NOT NULL AND c.author <> '' AND COALESCE(c.author_user_id, 0) = 0
          AND NOT EXISTS (
            SELECT FROM connected_accounts a
            WHERE a.account_id = ${accountId} AND lower(a.uid) = lower(c.author_uid)
              AND (a.provider = i.provider OR c.author_uid LIKE '%_@_%'))
        GROUP BY i.provider, lower(c.author_uid)
        ORDER BY count(*) DESC, max(c."timestamp") DESC LIMIT ${MAX_AUTHORS}`,
});

export const reads = { listConnectedLogins, listUnknownAuthors: unknownAuthors.list };
