import { columnsOf, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { sql } from '../../sql.js';

const entry = columnsOf('AuditEntry', 'e');
const columns = {
  ...pick(
    entry,
    'id',
    'position',
    'hash',
    'createdAt',
    'userId',
    'action',
    'target',
    'projectId',
    'ipAddress',
    'userAgent',
  ),
  detail: narrowed<Readonly<Record<string, unknown>>>(entry.detail),
  userName: nullable(columnsOf('User', 'u').name),
  projectName: nullable(columnsOf('Project', 'p').name),
};

export interface AuditEntryRecord extends RowOf<typeof columns> {}

export interface AuditFilter {
  readonly userId: number | undefined;
  /** One action, or all actions in an area such as `token`. */
  readonly action: string | undefined;
  readonly projectId: number | undefined;
  /** The only projects that the reader may see; undefined if they may see the whole log. */
  readonly visibleProjects?: readonly number[] | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

const keyset = { at: sql`e.created_at`, id: sql`e.id`, idType: sql`bigint` };

const auditPage = defineQuery({
  name: 'list audit entries',
  columns,
  examples: [
    {
      accountId: 1,
      userId: 1,
      action: 'token',
      projectId: 1,
      visibleProjects: [1],
      since: new Date(0),
      until: new Date(0),
      count: 1,
      after: { at: 0, id: '1' },
    },
  ],
  build: (
    {
      accountId,
      userId,
      action,
      projectId,
      visibleProjects,
      since,
      until,
      count,
      after,
    }: AuditFilter & PageRequest & { readonly accountId: number },
    select,
  ) =>
    sql`SELECT ${select} FROM audit_entries e
        LEFT JOIN users u ON u.id = e.user_id
        LEFT JOIN projects p ON p.id = e.project_id
        WHERE e.account_id = ${accountId}
          ${when(userId, (value) => sql`e.user_id = ${value}`)}
          ${when(action, (value) => sql`(e.action = ${value} OR starts_with(e.action, ${`${value}.`}))`)}
          ${when(projectId, (value) => sql`e.project_id = ${value}`)}
          ${when(visibleProjects, (value) => sql`e.project_id = ANY (${value}::int[])`)}
          ${when(since, (value) => sql`e.created_at >= ${value}::timestamptz`)}
          ${when(until, (value) => sql`e.created_at < ${value}::timestamptz`)}
          ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} LIMIT ${count}`,
});

function listAuditEntries(
  { pool }: DatabaseHandle,
  accountId: number,
  filter: AuditFilter,
  page: PageRequest,
): Promise<AuditEntryRecord[]> {
  return auditPage.all(pool, { accountId, ...filter, count: page.count, after: page.after });
}

export const reads = { listAuditEntries };
