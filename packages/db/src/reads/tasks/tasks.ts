import { type Assignee, type Priority, TASK_STATES, type TaskState, type TaskType } from '@slipway/contracts';
import type { TaskContent } from '@slipway/domain';
import { columnsOf, narrowed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, type ProjectPage, rowVersion } from '../../define-page.js';
import { fromJson } from '../../json.js';
import { hasStablePlan, hiddenId, limited, mergeInOrder, newestFirst, olderThan, when } from '../../keyset.js';
import type { Found } from '../../records.js';
import { type Sql, sql } from '../../sql.js';
import { listMentionedReferences } from '../references/references.js';
import { findTaskLinks } from './task-links.js';

export type { TaskLinksRecord } from './task-links.js';

const task = columnsOf('Task');
const columns = {
  ...pick(
    task,
    'id',
    'accountId',
    'projectId',
    'title',
    'description',
    'state',
    'taskType',
    'priority',
    'assigneeHandle',
    'userId',
    'labels',
    'viaApiTokenId',
    'createdAt',
    'updatedAt',
  ),
  metadata: narrowed<TaskContent['metadata']>(task.metadata),
};

/** A task as lists show it. `viaApiTokenId` is the token that created it, if one did. */
export interface TaskRecord extends RowOf<typeof columns> {}

export interface TaskFilter {
  readonly states?: readonly TaskState[] | undefined;
  readonly taskType?: TaskType | undefined;
  readonly priority?: Priority | undefined;
  readonly assignee?: Assignee | undefined;
  readonly label?: string | undefined;
  readonly updatedSince?: Date | undefined;
}

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`int` };
const order = newestFirst(keyset);

type TaskPage = ProjectPage<TaskFilter>;

const EXAMPLE: TaskPage = {
  projectId: 1,
  states: ['blocked', 'to_do'],
  taskType: 'bug',
  priority: 'low',
  assignee: { handle: 'agent' },
  label: 'ui',
  updatedSince: new Date(0),
  count: 1,
  after: { at: 0, id: '1' },
};

const taskPage = definePage({
  name: 'list tasks',
  columns: { ...columns, rowVersion: rowVersion(sql`id`, sql`writer`, sql`updated_at`) },
  version: ['rowVersion'],
  prepared: hasStablePlan,
  examples: [EXAMPLE, { ...EXAMPLE, states: undefined, assignee: { userId: 1 }, label: undefined, after: null }],
  build: (page: TaskPage, select) => {
    const { states = TASK_STATES, count } = page;
    const isFiltered = states.length < TASK_STATES.length;
    const walks = (isFiltered ? states : [undefined]).map((state) => walkTasks(page, state));
    return sql`SELECT ${select} FROM (${mergeInOrder(walks, order, count)}) tasks ORDER BY ${order}`;
  },
});

function walkTasks(page: TaskPage, state: TaskState | undefined): Sql {
  const { projectId, taskType, priority, assignee, label, updatedSince, count, after } = page;
  const { from, keys } = label === undefined ? allTasks(page) : labeledTasks(projectId, label);
  return sql`SELECT t.* FROM ${from}
      ${when(state, (value) => sql`t.state = ${value}::task_state`)}
      ${when(taskType, (value) => sql`t.task_type = ${value}::task_type`)}
      ${when(priority, (value) => sql`t.priority = ${value}::priority`)}
      ${when(assignee, isAssigned)}
      ${when(updatedSince, (value) => sql`t.updated_at >= ${value}::timestamptz`)}
      ${olderThan(after, keys)}
    ORDER BY ${newestFirst(keys)} ${limited(count)}`;
}

const allTasks = (page: TaskPage) => ({
  from: sql`(SELECT *, xmin AS writer FROM tasks) t
    WHERE t.project_id = ${hasStablePlan(page) ? hiddenId(page.projectId) : page.projectId}`,
  keys: { ...keyset, at: sql`t.created_at`, id: sql`t.id` },
});

/**
 * Looks up each task by its id, in the order of the labels; OFFSET keeps PostgreSQL from joining the tables in another
 * way. An entry whose label the task has lost is passed over.
 */
const labeledTasks = (projectId: number, label: string) => ({
  from: sql`task_labels l CROSS JOIN LATERAL (SELECT *, xmin AS writer FROM tasks
      WHERE id = l.task_id AND labels @> ARRAY[l.label] OFFSET 0) t
    WHERE l.project_id = ${projectId} AND l.label = ${label}`,
  keys: { ...keyset, at: sql`l.created_at`, id: sql`l.task_id` },
});

function isAssigned(assignee: Assignee): Sql {
  return 'handle' in assignee ? sql`t.assignee_handle = ${assignee.handle}` : sql`t.user_id = ${assignee.userId}`;
}

export async function findTaskRecord(
  { prisma }: DatabaseHandle,
  projectId: number,
  taskId: number,
): Promise<TaskRecord | null> {
  const found = await prisma.task.findUnique({ where: { id: taskId, projectId } });
  return found && { ...found, metadata: fromJson(found.metadata) };
}

export async function findTask(on: DatabaseHandle, projectId: number, taskId: number) {
  const found = await findTaskRecord(on, projectId, taskId);
  if (found === null) return null;
  const links = await findTaskLinks(on, projectId, taskId);
  const references = await listMentionedReferences(on, projectId, { taskId });
  return { ...found, links, references };
}

/** A task with its links and tracker items. */
export type TaskDetailRecord = Found<typeof findTask>;

export const reads = { listTasks: taskPage.list, findTaskPageVersion: taskPage.readVersion, findTask };
