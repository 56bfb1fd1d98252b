import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { empty, sql } from '../../sql.js';
import { type ChangeRecord, changeColumns } from '../changes/changes.js';

/** Where a page of changes, ordered by identifier, ends. */
export interface ChangeName {
  readonly identifier: string;
  readonly id: number;
}

export interface ChangesPage {
  readonly count: number;
  readonly after: ChangeName | null;
}

const EXAMPLE: ChangesPage & { readonly projectId: number } = {
  projectId: 1,
  count: 1,
  after: { identifier: '1', id: 1 },
};

/** Counts approvals only for the rows on the page. */
const changesByIdentifier = defineQuery({
  name: 'list changes by identifier',
  columns: changeColumns,
  examples: [EXAMPLE, { ...EXAMPLE, after: null }],
  build: ({ projectId, count, after }: typeof EXAMPLE, select) =>
    sql`SELECT ${select} FROM (
          SELECT * FROM changes WHERE project_id = ${projectId}
            ${after === null ? empty : sql`AND (identifier, id) > (${after.identifier}, ${after.id}::bigint)`}
          ORDER BY identifier, id LIMIT ${count}) c
        ORDER BY c.identifier, c.id`,
});

/**
 * A page of all changes in a project, including orphaned ones, by identifier. A report may correct a change's time at
 * any moment, so a walk by time could miss the change or see it twice.
 */
function listChangesByIdentifier(
  { pool }: DatabaseHandle,
  projectId: number,
  page: ChangesPage,
): Promise<ChangeRecord[]> {
  return changesByIdentifier.all(pool, { ...page, projectId });
}

/** The members of an account, by user id, without data that changes from day to day. */
async function listMembersById(
  { prisma }: DatabaseHandle,
  accountId: number,
  { count, after }: { readonly count: number; readonly after: number | null },
) {
  const memberships = await prisma.accountMembership.findMany({
    where: { accountId, ...(after !== null && { userId: { gt: after } }) },
    orderBy: { userId: 'asc' },
    take: count,
    select: { userId: true, role: true, createdAt: true, user: { select: { name: true } } },
  });
  return memberships.map(({ userId, role, createdAt, user }) => ({
    userId,
    name: user.name,
    role,
    joinedAt: createdAt,
  }));
}

export const reads = { listChangesByIdentifier, listMembersById };
