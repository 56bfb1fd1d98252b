import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { type Queryable, raw, sql } from '../../sql.js';
import { deleteAuditLog } from '../audit-log/audit.js';

/** Tables in which a project may have very many rows, in order of deletion. Rows in child tables go with them. */
const LARGE_TABLES = [
  // These two have no foreign key: retention drops their partitions day by day.
  'delivery_keys',
  'dead_letters',
  'approvals',
  'asset_events',
  'assets',
  'asset_removals',
  'deployments',
  'notifications',
  'problems',
  'logs',
  'build_runs',
  'test_uploads',
  'tests',
  'test_suites',
  'changes',
  'external_references',
  'tasks',
  'ref_moves',
  'held_deliveries',
  'deliveries',
] as const;

/** Some rows of a table, all of one project. */
interface ProjectRows {
  readonly table: (typeof LARGE_TABLES)[number];
  readonly projectId: number;
  readonly limit: number;
}

const deleteRows = defineQuery({
  name: 'delete rows of project',
  columns: {},
  examples: LARGE_TABLES.map((table) => ({ table, projectId: 1, limit: 1 })),
  build({ table, projectId, limit }: ProjectRows) {
    // The id of a row in a partitioned table includes its partition key.
    if (table === 'deliveries')
      return sql`DELETE FROM deliveries WHERE (id, received_at) IN (
        SELECT id, received_at FROM deliveries WHERE project_id = ${projectId} LIMIT ${limit})`;
    const ofProject =
      table === 'delivery_keys' || table === 'dead_letters'
        ? sql`integration_id IN (SELECT id FROM integrations WHERE project_id = ${projectId})`
        : sql`project_id = ${projectId}`;
    return sql`DELETE FROM ${raw(table)} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${raw(table)} WHERE ${ofProject} LIMIT ${limit}))`;
  },
});

/**
 * Deletes at most `limit` rows from each table of a project, with one statement per table, and returns how many. Locks
 * are short, so that other projects' deliveries continue.
 */
export async function deleteProjectRows(on: Queryable, projectId: number, limit: number): Promise<number> {
  let deleted = 0;
  for (const table of LARGE_TABLES) deleted += await deleteRows.execute(on, { table, projectId, limit });
  return deleted;
}

/** Whether a project is archived. Only archived projects are deleted, because they accept no deliveries meanwhile. */
export async function isArchived({ prisma }: DatabaseHandle, projectId: number): Promise<boolean | null> {
  const project = await prisma.project.findUnique({ where: { id: projectId }, select: { archivedAt: true } });
  return project && project.archivedAt !== null;
}

/** Deletes the project itself, with everything left below it. */
export async function deleteProjectRow(tx: DatabaseHandle, projectId: number): Promise<void> {
  await announceChange(tx, projectId, 'project');
  await tx.prisma.project.deleteMany({ where: { id: projectId } });
}

/**
 * Ends all access to an account immediately: it loses its members, and its projects accept no deliveries. People who
 * belong to no other account are deleted. The worker deletes the rest.
 */
export async function closeAccount({ prisma }: DatabaseHandle, accountId: number, now: Date): Promise<void> {
  const onlyHere = await prisma.user.findMany({ where: onlyIn(accountId), select: { id: true } });
  await prisma.project.updateMany({ where: { accountId }, data: { archivedAt: now } });
  await prisma.projectMembership.deleteMany({ where: { project: { accountId } } });
  await prisma.invitation.deleteMany({ where: { accountId } });
  await prisma.accountMembership.deleteMany({ where: { accountId } });
  await prisma.session.updateMany({ where: { accountId }, data: { accountId: null } });
  await prisma.user.deleteMany({ where: { id: { in: onlyHere.map(({ id }) => id) } } });
}

/** People who belong only to this account. */
export function onlyIn(accountId: number) {
  return { memberships: { some: { accountId }, none: { accountId: { not: accountId } } } };
}

/** An account to delete, with its projects and the number of people who still belong to it; null if it is gone. */
export async function findClosingAccount(
  { prisma }: DatabaseHandle,
  accountId: number,
): Promise<{ readonly members: number; readonly projectIds: readonly number[] } | null> {
  const account = await prisma.account.findUnique({
    where: { id: accountId },
    select: { projects: { select: { id: true } }, _count: { select: { memberships: true } } },
  });
  return account && { members: account._count.memberships, projectIds: account.projects.map(({ id }) => id) };
}

/** Deletes an account whose projects and members are gone, with its audit log. */
export function deleteAccountRow(database: Database, accountId: number): Promise<void> {
  return database.modelTransaction(async (tx) => {
    await deleteAuditLog(tx, accountId);
    await tx.prisma.account.deleteMany({ where: { id: accountId, memberships: { none: {} } } });
  });
}
