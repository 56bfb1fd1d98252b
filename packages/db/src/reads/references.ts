import { canonicalKey } from '@slipway/domain';
import { after, type PageRequest } from '../keyset.js';
import { empty, type Queryable, query, sql } from '../sql.js';

/** A tracker item as its tool last told it. */
export interface LinkedReferenceRecord {
  readonly id: number;
  readonly provider: string;
  readonly key: string;
  readonly title: string;
  readonly state: string;
  readonly url: string;
  readonly assigneeUserId: number | null;
  readonly updatedAt: Date;
}

/** A tracker item with the changes and tasks whose text names it, newest first. */
export interface ReferenceRecord extends LinkedReferenceRecord {
  readonly createdAt: Date;
  readonly changeIds: readonly number[];
  readonly taskIds: readonly number[];
}

export interface ReferenceFilter {
  readonly provider: string | undefined;
  readonly state: string | undefined;
  readonly key: string | undefined;
  readonly updatedSince: Date | undefined;
}

/** The most changes, and tasks, that one item shows, and the most items that one task or change shows. */
const MAX_LINKS = 100;

/** Of a reference `r`. */
const columns = sql`r.id, r.provider, r.key, r.title, r.state, r.url, r.assignee_user_id AS "assigneeUserId",
  r.updated_at AS "updatedAt"`;

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`bigint` };

/** A page of the project's tracker items, newest first. Links are looked up for the rows of the page alone. */
function listReferences(
  on: Queryable,
  projectId: number,
  { provider, state, key, updatedSince }: ReferenceFilter,
  page: PageRequest,
): Promise<ReferenceRecord[]> {
  return query(
    on,
    sql`SELECT ${columns}, r.created_at AS "createdAt",
               ARRAY(SELECT DISTINCT m.change_id FROM reference_keys k
                     JOIN change_mentions m ON m.project_id = ${projectId} AND m.key = k.key
                     WHERE k.reference_id = r.id
                     ORDER BY m.change_id DESC LIMIT ${MAX_LINKS}) AS "changeIds",
               ARRAY(SELECT DISTINCT m.task_id FROM reference_keys k
                     JOIN task_mentions m ON m.project_id = ${projectId} AND m.key = k.key
                     WHERE k.reference_id = r.id
                     ORDER BY m.task_id DESC LIMIT ${MAX_LINKS}) AS "taskIds"
        FROM (SELECT * FROM external_references
              WHERE project_id = ${projectId} AND removed_at IS NULL
                ${provider === undefined ? empty : sql`AND provider = ${provider}`}
                ${state === undefined ? empty : sql`AND state = ${state}`}
                ${key === undefined ? empty : sql`AND id IN (${referencesKnownAs(projectId, key)})`}
                ${updatedSince === undefined ? empty : sql`AND updated_at >= ${updatedSince}::timestamptz`}
                ${after(page.after, keyset)}
              ORDER BY created_at DESC, id DESC LIMIT ${page.count}) r
        ORDER BY r.created_at DESC, r.id DESC`,
  );
}

/** The items that have or had a key. */
const referencesKnownAs = (projectId: number, key: string) =>
  sql`SELECT reference_id FROM reference_keys WHERE project_id = ${projectId} AND key = ${canonicalKey(key)}`;

/** The tracker items that a task's text names. */
export function listReferencesOfTask(
  on: Queryable,
  projectId: number,
  taskId: number,
): Promise<LinkedReferenceRecord[]> {
  return query(
    on,
    sql`SELECT ${columns} FROM external_references r
        WHERE r.removed_at IS NULL AND r.id IN (
          SELECT k.reference_id FROM task_mentions m
          JOIN reference_keys k ON k.project_id = m.project_id AND k.key = m.key
          WHERE m.task_id = ${taskId} AND m.project_id = ${projectId})
        ORDER BY r.key, r.id LIMIT ${MAX_LINKS}`,
  );
}

/** The tracker items that a change's text names. */
export function listReferencesOfChange(
  on: Queryable,
  projectId: number,
  changeId: number,
): Promise<LinkedReferenceRecord[]> {
  return query(
    on,
    sql`SELECT ${columns} FROM external_references r
        WHERE r.removed_at IS NULL AND r.id IN (
          SELECT k.reference_id FROM change_mentions m
          JOIN reference_keys k ON k.project_id = m.project_id AND k.key = m.key
          WHERE m.change_id = ${changeId} AND m.project_id = ${projectId})
        ORDER BY r.key, r.id LIMIT ${MAX_LINKS}`,
  );
}

export const reads = { listReferences };
