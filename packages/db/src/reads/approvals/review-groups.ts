import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { type ChangeLinkRecord, findNamedChanges, pickNamedChange } from '../changes/linked-changes.js';

const columns = {
  ...pick(columnsOf('Approval', 'g'), 'projectId', 'commitSha'),
  projectName: columnsOf('Project', 'p').name,
  count: computed('int4', sql`g.count`),
  requestedAt: computed('timestamptz', sql`g.requested_at`),
};

type GroupRow = RowOf<typeof columns>;

/** The pending approvals of one change, if it requests several. */
export interface ReviewGroupRecord extends GroupRow {
  readonly change: ChangeLinkRecord | null;
}

const MAX_GROUPS = 500;

const reviewGroups = defineQuery({
  name: 'list review groups',
  columns,
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select} FROM (
          SELECT a.project_id, a.commit_sha, count(*)::int AS count, max(a.created_at) AS requested_at
          FROM approvals a
          WHERE a.account_id = ${accountId} AND a.status = 'pending' AND a.commit_sha <> ''
          GROUP BY a.project_id, a.commit_sha HAVING count(*) > 1
          ORDER BY max(a.created_at) DESC, a.project_id, a.commit_sha LIMIT ${MAX_GROUPS}) g
        JOIN projects p ON p.id = g.project_id
        ORDER BY g.requested_at DESC, g.project_id, g.commit_sha`,
});

/** The changes of an account with several pending approvals, newest first. */
async function listReviewGroups(on: DatabaseHandle, accountId: number): Promise<ReviewGroupRecord[]> {
  const rows = await reviewGroups.all(on.pool, accountId);
  const changes = await findNamedChanges(
    on,
    [...new Set(rows.map(({ projectId }) => projectId))],
    rows.map(({ commitSha }) => commitSha),
  );
  return rows.map((row) => ({ ...row, change: pickNamedChange(changes, row.projectId, [row.commitSha]) }));
}

export const reads = { listReviewGroups };
