import { NOT_SEARCHED } from '../../build-status.js';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { namesOfCommit } from '../../same-commit.js';
import { type Sql, sql } from '../../sql.js';
import { isOfTypes, listReviewedTypes, type ReviewedType } from '../approvals/asset-reviewers.js';
import { toBuildRun } from '../builds/build-runs.js';
import { waitingColumns, waitingDecisions } from './home.js';

/** Every part is bounded, as on the rest of Home. */
const MAX_PROJECTS = 60;
const MAX_SHOWN = 6;
const MAX_COUNTED = 1_000;
/** How many of the account's newest changes are searched for a person's own, and how many of these are used. */
const MAX_CHANGES = 2_000;
const MAX_OWN_CHANGES = 30;

export interface AccountUser {
  readonly accountId: number;
  readonly userId: number;
}

const EXAMPLE: AccountUser = { accountId: 1, userId: 1 };

const active = (accountId: number) =>
  sql`(SELECT id FROM projects WHERE account_id = ${accountId} AND archived_at IS NULL
       ORDER BY id LIMIT ${MAX_PROJECTS}) p`;

const taskColumns = {
  ...pick(columnsOf('Task', 't'), 'id', 'projectId', 'title', 'state', 'priority', 'createdAt'),
  total: computed('int8', sql`count(*) OVER ()`),
};

const ownTasks = defineQuery({
  name: 'list own open tasks',
  columns: taskColumns,
  examples: [EXAMPLE],
  build: ({ accountId, userId }: AccountUser, select) =>
    sql`SELECT ${select} FROM ${active(accountId)}, LATERAL (
          SELECT * FROM tasks WHERE project_id = p.id AND user_id = ${userId} AND state <> 'completed'
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED}) t
        ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_SHOWN}`,
});

/** An approval `r`. */
const reviewed = {
  projectId: sql`r.project_id`,
  assetType: sql`(SELECT s.asset_type FROM assets s WHERE s.id = r.asset_id)`,
};

interface Reviewer extends AccountUser {
  /** The types that groups of the person review. */
  readonly own: readonly ReviewedType[];
  /** The types that only other groups review. */
  readonly others: readonly ReviewedType[];
}

const isMember = (userId: number, projectId: Sql) =>
  sql`EXISTS (SELECT FROM project_memberships m WHERE m.project_id = ${projectId} AND m.user_id = ${userId})`;

/** Reads the assets of pending approvals only if groups review any. */
function isWanted({ userId, own, others }: Reviewer): Sql | undefined {
  if (own.length + others.length === 0) return undefined;
  return sql`(${isOfTypes(reviewed, own)}
    OR NOT ${isOfTypes(reviewed, others)} AND ${isMember(userId, sql`r.project_id`)})`;
}

/**
 * The newest approvals that wait for a person, except those of their own changes: of types that groups of theirs review,
 * and in the projects of which they are a member, of types that no group reviews.
 */
const requestedApprovals = defineQuery({
  name: 'list approvals requested from a member',
  columns: waitingColumns,
  examples: [
    { ...EXAMPLE, own: [], others: [] },
    { ...EXAMPLE, own: [], others: [{ projectId: 1, assetType: 'texture' }] },
  ],
  build: ({ accountId, userId, own, others }: Reviewer, select) =>
    sql`SELECT ${select}
        FROM ${waitingDecisions({
          accountId,
          count: MAX_SHOWN,
          projects: sql`(SELECT p.id FROM ${active(accountId)}
            WHERE ${own.length > 0} OR ${isMember(userId, sql`p.id`)}) p`,
          isWanted: isWanted({ accountId, userId, own, others }),
          condition: sql`NOT EXISTS (SELECT FROM changes c WHERE c.project_id = p.id
            AND c.identifier = g.commit_sha AND c.author_user_id = ${userId})`,
        })}
        JOIN assets s ON s.id = a.asset_id
        ORDER BY a.created_at DESC, a.id DESC`,
});

const buildColumns = {
  ...pick(
    columnsOf('BuildRun', 'b'),
    'id',
    'projectId',
    'jobName',
    'buildNumber',
    'status',
    'startedAt',
    'finishedAt',
    'durationSeconds',
    'createdAt',
  ),
  changeId: computed('int8', sql`b.change_id`),
  displayIdentifier: computed('text', sql`b.display_identifier`),
};

export interface OwnBuildRecord extends RowOf<typeof buildColumns> {}

const buildsOf = (condition: Sql) =>
  sql`(SELECT * FROM build_runs WHERE project_id = own.project_id AND ${condition} AND ${NOT_SEARCHED}
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN})`;

const ownBuilds = defineQuery({
  name: 'list builds of own changes',
  columns: buildColumns,
  examples: [EXAMPLE],
  build: ({ accountId, userId }: AccountUser, select) =>
    sql`WITH own AS MATERIALIZED (
          SELECT n.id, n.project_id, n.identifier, n.display_identifier, ${namesOfCommit(sql`n.identifier`)} AS names
          FROM (SELECT * FROM changes WHERE account_id = ${accountId} ORDER BY timestamp DESC LIMIT ${MAX_CHANGES}) n
          JOIN ${active(accountId)} ON p.id = n.project_id
          WHERE n.author_user_id = ${userId} AND n.orphaned_at IS NULL
          ORDER BY n.timestamp DESC, n.id DESC LIMIT ${MAX_OWN_CHANGES})
        SELECT ${select} FROM (
          SELECT DISTINCT ON (built.id) built.*, own.id AS change_id, own.display_identifier FROM own, LATERAL (
            ${buildsOf(sql`changelist <> '' AND changelist = own.identifier`)}
            UNION ALL ${buildsOf(sql`commit_hash <> '' AND commit_hash = ANY(own.names)`)}) built
          ORDER BY built.id) b
        ORDER BY b.created_at DESC, b.id DESC LIMIT ${MAX_SHOWN}`,
});

/** The newest builds of a person's own changes. */
async function listOwnBuilds({ pool }: DatabaseHandle, user: AccountUser): Promise<OwnBuildRecord[]> {
  return (await ownBuilds.all(pool, user)).map(toBuildRun);
}

/** The newest approvals that wait for a person. */
async function listAskedApprovals(on: DatabaseHandle, user: AccountUser, now: number) {
  const types = await listReviewedTypes(on, user.accountId, now);
  const own = types.filter(({ userIds }) => userIds.has(user.userId));
  const others = types.filter(({ userIds }) => !userIds.has(user.userId));
  return requestedApprovals.all(on.pool, { ...user, own, others });
}

export const reads = { listOwnTasks: ownTasks.list, listAskedApprovals, listOwnBuilds };
