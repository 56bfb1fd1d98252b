import {
  ASSIGNEE_FIELDS_FORMAT,
  type BodyValues,
  invalidAssignee,
  taskDescription,
  type updateTask,
} from '@slipway/contracts';
import { isProjectMember, type Queryable } from '@slipway/db';
import type { TaskContent, TaskEdit } from '@slipway/domain';
import { ApiError } from '@slipway/http';

/** What both bodies have; only a change may append. */
type TaskBody = Omit<BodyValues<typeof updateTask.body>, 'description_append'> & {
  readonly description_append?: string | undefined;
};

/** A task's body as an edit. Refuses two assignees at once. */
export function readTaskEdit(body: TaskBody): TaskEdit {
  const { title, description, state, task_type: taskType, priority, labels } = body;
  const { assignee_handle: assigneeHandle, user_id: userId } = body;
  if (assigneeHandle != null && userId != null) throw assigneeError('A task has one assignee.');
  return {
    title,
    description,
    descriptionAppend: body.description_append,
    state,
    taskType,
    priority,
    assigneeHandle,
    userId,
    labels,
    metadata: body.metadata === undefined ? undefined : ownMetadata(body.metadata),
  };
}

/** Clients send back what they read; the server's own field among it is dropped. */
function ownMetadata({ via_api_token_id: _, ...metadata }: Readonly<Record<string, unknown>>) {
  return metadata;
}

/** Refuses a user who is not a member of the project. */
export async function requireAssignable(tx: Queryable, projectId: number, { userId }: TaskEdit): Promise<void> {
  if (userId == null || (await isProjectMember(tx, projectId, userId))) return;
  throw assigneeError('user_id names no member of the project.');
}

/** Refuses a description that an addition made too long. */
export function requireFittingDescription({ description }: TaskContent): void {
  const result = taskDescription.read(description);
  if (!('flaw' in result)) return;
  const details = [{ path: 'task.description_append', message: `with the description it ${result.flaw}` }];
  throw new ApiError('invalid_parameter', { message: `The description ${result.flaw}.`, extra: { details } });
}

function assigneeError(message: string): ApiError {
  return ApiError.from(invalidAssignee(ASSIGNEE_FIELDS_FORMAT, message));
}
