import { type Assignee, type Priority, TASK_STATES, type TaskState, type TaskType } from '@slipway/contracts';
import type { TaskContent } from '@slipway/domain';
import { after, type PageRequest } from '../keyset.js';
import { namesOfCommit } from '../same-commit.js';
import { empty, join, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';
import { type LinkedReferenceRecord, listReferencesOfTask } from './references.js';

/** A task as lists show it. */
export interface TaskRecord extends TaskContent {
  readonly id: number;
  readonly accountId: number;
  readonly projectId: number;
  /** The token that made it; null when it was made elsewhere. */
  readonly viaApiTokenId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What reaches a task through the changes that name it. */
export interface TaskLinksRecord {
  readonly changes: readonly {
    readonly id: number;
    readonly identifier: string;
    readonly sourceType: string;
    readonly displayIdentifier: string;
  }[];
  readonly buildRuns: readonly {
    readonly id: number;
    readonly status: string;
    readonly commitHash: string;
    readonly jobName: string;
  }[];
  readonly deployments: readonly {
    readonly number: number;
    readonly id: string;
    readonly status: string;
    readonly platform: string;
    readonly branch: string;
  }[];
}

/** A task with what is linked to it. */
export interface TaskDetailRecord extends TaskRecord {
  readonly links: TaskLinksRecord;
  readonly references: readonly LinkedReferenceRecord[];
}

export interface TaskFilter {
  readonly states: readonly TaskState[] | undefined;
  readonly taskType: TaskType | undefined;
  readonly priority: Priority | undefined;
  readonly assignee: Assignee | undefined;
  readonly label: string | undefined;
  readonly updatedSince: Date | undefined;
}

/** Also what a task is read by before it is edited. */
export const taskColumns = sql`id, account_id AS "accountId", project_id AS "projectId", title, description, state,
  task_type AS "taskType", priority, assignee_handle AS "assigneeHandle", user_id AS "userId", labels, metadata,
  via_api_token_id AS "viaApiTokenId", created_at AS "createdAt", updated_at AS "updatedAt"`;

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`int` };

/**
 * A page of the project's tasks, newest first. Each of several states is walked on its own index and the walks are
 * merged: cost does not depend on how rare a state is.
 */
function listTasks(
  on: Queryable,
  projectId: number,
  filter: TaskFilter,
  page: PageRequest,
): Promise<TaskRecord[]> {
  const { states = TASK_STATES } = filter;
  if (states.length === TASK_STATES.length) return query(on, selectPage(projectId, filter, page));
  const walks = states.map((state) => sql`(${selectPage(projectId, filter, page, state)})`);
  return query(
    on,
    sql`SELECT * FROM (${join(walks, ' UNION ALL ')}) AS walks
        ORDER BY "createdAt" DESC, id DESC LIMIT ${page.count}`,
  );
}

function selectPage(projectId: number, filter: TaskFilter, page: PageRequest, state?: TaskState): Sql {
  const { taskType, priority, assignee, label, updatedSince } = filter;
  return sql`SELECT ${taskColumns} FROM tasks
    WHERE project_id = ${projectId}
      ${state === undefined ? empty : sql`AND state = ${state}::task_state`}
      ${taskType === undefined ? empty : sql`AND task_type = ${taskType}::task_type`}
      ${priority === undefined ? empty : sql`AND priority = ${priority}::priority`}
      ${assignee === undefined ? empty : isAssigned(assignee)}
      ${label === undefined ? empty : sql`AND labels @> ARRAY[${label}]::text[]`}
      ${updatedSince === undefined ? empty : sql`AND updated_at >= ${updatedSince}::timestamptz`}
      ${after(page.after, keyset)}
    ORDER BY created_at DESC, id DESC LIMIT ${page.count}`;
}

function isAssigned(assignee: Assignee): Sql {
  return 'handle' in assignee
    ? sql`AND assignee_handle = ${assignee.handle}`
    : sql`AND user_id = ${assignee.userId}`;
}

/** One task of the project with its links and tracker items. */
export async function findTask(
  on: Queryable,
  projectId: number,
  taskId: number,
): Promise<TaskDetailRecord | null> {
  const task = await queryOne<TaskRecord>(
    on,
    sql`SELECT ${taskColumns} FROM tasks WHERE id = ${taskId} AND project_id = ${projectId}`,
  );
  if (task === null) return null;
  // One after the other: on a transaction's single connection statements cannot run side by side.
  const links = await findLinks(on, projectId, taskId);
  const references = await listReferencesOfTask(on, projectId, taskId);
  return { ...task, links, references };
}

/** The most changes, builds and deployments that one task shows. */
const MAX_LINKS = 50;

/** The changes that named the task last, and the newest builds and deployments of those changes. */
async function findLinks(on: Queryable, projectId: number, taskId: number): Promise<TaskLinksRecord> {
  const links = await queryOne<TaskLinksRecord>(
    on,
    sql`WITH linked AS (
          SELECT c.id, c.identifier, c.source_type, c.display_identifier, c.timestamp
          FROM (SELECT change_id FROM task_links WHERE task_id = ${taskId} AND project_id = ${projectId}
                ORDER BY change_id DESC LIMIT ${MAX_LINKS}) l
          JOIN changes c ON c.id = l.change_id AND c.project_id = ${projectId}),
        named AS (SELECT unnest(${namesOfCommit(sql`identifier`)}) AS commit FROM linked),
        built AS (
          SELECT id, status, commit_hash, job_name, created_at FROM build_runs
          WHERE project_id = ${projectId}
            AND (commit_hash <> '' AND commit_hash = ANY(ARRAY(SELECT commit FROM named))
                 OR changelist <> '' AND changelist = ANY(ARRAY(SELECT identifier FROM linked)))
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_LINKS}),
        shipped AS (
          SELECT id, number, status, platform, branch, created_at FROM deployments
          WHERE project_id = ${projectId}
            AND (commit_hash <> '' AND commit_hash = ANY(ARRAY(SELECT commit FROM named))
                 OR build_run_id = ANY(ARRAY(SELECT id FROM built)))
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_LINKS})
        SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'identifier', identifier,
                  'sourceType', source_type, 'displayIdentifier', display_identifier)
                  ORDER BY timestamp DESC, id DESC), '[]') FROM linked) AS changes,
               (SELECT coalesce(json_agg(json_build_object('id', id, 'status', status, 'commitHash', commit_hash,
                  'jobName', job_name) ORDER BY created_at DESC, id DESC), '[]') FROM built) AS "buildRuns",
               (SELECT coalesce(json_agg(json_build_object('id', id, 'number', number, 'status', status,
                  'platform', platform, 'branch', branch) ORDER BY created_at DESC, id DESC), '[]')
                FROM shipped) AS deployments`,
  );
  return links ?? { changes: [], buildRuns: [], deployments: [] };
}

export const reads = { listTasks, findTask };
