import { type Queryable, query, queryOne, sql } from '../sql.js';

/** A project as its readers see it. */
export interface ProjectRecord {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly engine: string;
  readonly createdAt: Date;
  /** Why the account may not be written to; null when it may. */
  readonly readOnlyReason: 'trial_expired' | 'demo' | null;
}

const columns = sql`p.id, p.account_id AS "accountId", p.name, p.engine, p.created_at AS "createdAt",
  a.read_only_reason AS "readOnlyReason"`;

/** The project, if it belongs to an account of the user. */
function findProject(on: Queryable, userId: number, projectId: number): Promise<ProjectRecord | null> {
  return queryOne(
    on,
    sql`SELECT ${columns} FROM projects p
        JOIN accounts a ON a.id = p.account_id
        JOIN account_memberships m ON m.account_id = p.account_id AND m.user_id = ${userId}
        WHERE p.id = ${projectId}`,
  );
}

/** Every project of every account the user belongs to, by id. */
function listProjects(on: Queryable, userId: number): Promise<ProjectRecord[]> {
  return query(
    on,
    sql`SELECT ${columns} FROM projects p
        JOIN accounts a ON a.id = p.account_id
        JOIN account_memberships m ON m.account_id = p.account_id AND m.user_id = ${userId}
        ORDER BY p.id`,
  );
}

export const reads = { findProject, listProjects };
