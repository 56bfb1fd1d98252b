import { type TaskContent, trackerKeys } from '@slipway/domain';
import { type TaskRecord, taskColumns } from '../reads/tasks.js';
import { execute, type Queryable, queryOne, sql } from '../sql.js';

/** Whether the user was added to the project, and so may be given its tasks. */
export async function isProjectMember(on: Queryable, projectId: number, userId: number): Promise<boolean> {
  const row = await queryOne(
    on,
    sql`SELECT 1 FROM project_memberships WHERE project_id = ${projectId} AND user_id = ${userId}`,
  );
  return row !== null;
}

/** Where a new task belongs and who made it. */
export interface TaskOrigin {
  readonly accountId: number;
  readonly projectId: number;
  readonly viaApiTokenId: number;
  readonly now: Date;
}

/** Writes a new task and the tracker keys its text names; returns its id. */
export async function insertTask(tx: Queryable, origin: TaskOrigin, task: TaskContent): Promise<number> {
  const { accountId, projectId, viaApiTokenId, now } = origin;
  const row = await queryOne<{ id: number }>(
    tx,
    sql`INSERT INTO tasks (account_id, project_id, title, description, state, task_type, priority, assignee_handle,
                           user_id, labels, metadata, via_api_token_id, created_at, updated_at)
        VALUES (${accountId}, ${projectId}, ${task.title}, ${task.description}, ${task.state}::task_state,
                ${task.taskType}::task_type, ${task.priority}::priority, ${task.assigneeHandle}, ${task.userId},
                ${task.labels}::text[], ${JSON.stringify(task.metadata)}::jsonb, ${viaApiTokenId}, ${now}, ${now})
        RETURNING id`,
  );
  if (row === null) throw new Error('INSERT returned no row');
  await replaceMentions(tx, { projectId, id: row.id }, task);
  return row.id;
}

/** Reads a task of the project and keeps others from editing it until the transaction ends. */
export function lockTask(tx: Queryable, projectId: number, taskId: number): Promise<TaskRecord | null> {
  return queryOne(
    tx,
    sql`SELECT ${taskColumns} FROM tasks WHERE id = ${taskId} AND project_id = ${projectId} FOR UPDATE`,
  );
}

/** Writes an edited task. Its time always moves on, even when edits come in one millisecond or a clock runs late. */
export async function saveTask(tx: Queryable, task: TaskRecord, edited: TaskContent, now: Date): Promise<void> {
  const { id, projectId } = task;
  await execute(
    tx,
    sql`UPDATE tasks
        SET title = ${edited.title}, description = ${edited.description}, state = ${edited.state}::task_state,
            task_type = ${edited.taskType}::task_type, priority = ${edited.priority}::priority,
            assignee_handle = ${edited.assigneeHandle}, user_id = ${edited.userId}, labels = ${edited.labels}::text[],
            metadata = ${JSON.stringify(edited.metadata)}::jsonb,
            updated_at = GREATEST(${now}::timestamptz, updated_at + interval '1 millisecond')
        WHERE id = ${id} AND project_id = ${projectId}`,
  );
  const isTextEdited = edited.title !== task.title || edited.description !== task.description;
  if (isTextEdited) await replaceMentions(tx, { projectId, id }, edited);
}

async function replaceMentions(
  tx: Queryable,
  { projectId, id }: { readonly projectId: number; readonly id: number },
  { title, description }: TaskContent,
): Promise<void> {
  const keys = trackerKeys(`${title}\n${description}`);
  await execute(
    tx,
    sql`WITH gone AS (DELETE FROM task_mentions
                      WHERE task_id = ${id} AND project_id = ${projectId} AND key <> ALL(${keys}::text[]))
        INSERT INTO task_mentions (task_id, key, project_id)
        SELECT ${id}::int, key, ${projectId}::int FROM unnest(${keys}::text[]) AS key
        ON CONFLICT (task_id, key) DO NOTHING`,
  );
}
