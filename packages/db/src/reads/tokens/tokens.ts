import type { Scope } from '@slipway/contracts';
import { type Columns, columnsOf, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { type ProjectRecord, projectColumns } from '../projects/projects.js';

const token = columnsOf('ApiToken', 't');
const tokenColumns = {
  ...pick(token, 'id', 'userId', 'name', 'prefix', 'legacy', 'expiresAt', 'revokedAt', 'projectIds', 'networks'),
  scopes: narrowed<Scope[]>(token.scopes),
};
const project = projectColumns;
const columns = {
  ...tokenColumns,
  projectId: nullable(project.id),
  projectAccountId: project.accountId,
  projectName: project.name,
  projectEngine: project.engine,
  projectCreatedAt: project.createdAt,
  readOnlyReason: project.readOnlyReason,
  writtenLsn: project.writtenLsn,
  maskedValues: project.maskedValues,
} satisfies Columns;

/** An API token with what authentication needs, and the project that its user asks for. */
export interface ApiTokenRecord extends RowOf<typeof tokenColumns> {
  /** Null if the user may not see it, or the token is restricted to other projects. */
  readonly project: ProjectRecord | null;
}

const tokenByHash = defineQuery({
  name: 'find API token',
  columns,
  prepared: true,
  examples: [{ tokenHash: 'hash', projectId: 1 }],
  build: ({ tokenHash, projectId }: { tokenHash: string; projectId: number | null }, select) =>
    sql`SELECT ${select} FROM api_tokens t
        LEFT JOIN (account_memberships m
          JOIN projects p ON p.account_id = m.account_id
          JOIN accounts a ON a.id = p.account_id) ON m.user_id = t.user_id
            AND m.suspended_at IS NULL AND p.id = ${projectId}::int
            AND (t.project_ids = '{}' OR p.id = ANY (t.project_ids))
        WHERE t.token_hash = ${tokenHash}`,
});

/**
 * Finds a token by the hash of its value, together with a project that its user may see. Every request reads both, so a
 * revocation takes effect everywhere at once.
 */
async function findApiToken(
  { pool }: DatabaseHandle,
  tokenHash: string,
  projectId: number | null,
): Promise<ApiTokenRecord | null> {
  const row = await tokenByHash.first(pool, { tokenHash, projectId });
  return row && { ...row, project: row.projectId === null ? null : toProject(row, row.projectId) };
}

function toProject(row: RowOf<typeof columns>, id: number): ProjectRecord {
  const { projectAccountId, projectName, projectEngine, projectCreatedAt } = row;
  const { readOnlyReason, writtenLsn, maskedValues } = row;
  return {
    id,
    accountId: projectAccountId,
    name: projectName,
    engine: projectEngine,
    createdAt: projectCreatedAt,
    readOnlyReason,
    writtenLsn,
    maskedValues,
  };
}

export const reads = { findApiToken };
