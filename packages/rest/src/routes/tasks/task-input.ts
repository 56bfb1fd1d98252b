import {
  ASSIGNEE_FIELDS_FORMAT,
  type BodyValues,
  invalidAssignee,
  taskDescription,
  type updateTask,
} from '@slipway/contracts';
import { type DatabaseHandle, isProjectMember } from '@slipway/db';
import type { TaskContent, TaskEdit } from '@slipway/domain';
import { ApiError } from '@slipway/http';

/** The body of both endpoints; only an update can append to the description. */
type TaskBody = Omit<BodyValues<typeof updateTask.body>, 'description_append'> & {
  readonly description_append?: string | undefined;
};

/** Converts a task body to an edit; refuses two assignees. */
export function readTaskEdit(body: TaskBody): TaskEdit {
  const { title, description, state, task_type: taskType, priority, labels } = body;
  const { assignee_handle: assigneeHandle, user_id: userId } = body;
  if (assigneeHandle != null && userId != null) throw assigneeError('A task can have only one assignee.');
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

/** Clients send back the metadata that they read; the server's own field is dropped. */
function ownMetadata({ via_api_token_id: _, ...metadata }: Readonly<Record<string, unknown>>) {
  return metadata;
}

/** Refuses a user who is not a member of the project. */
export async function requireAssignable(
  tx: DatabaseHandle,
  projectId: number,
  { userId }: TaskEdit,
): Promise<void> {
  if (userId == null || (await isProjectMember(tx, projectId, userId))) return;
  throw assigneeError('user_id is not a member of the project.');
}

/** Refuses a description that `description_append` made too long. */
export function requireFittingDescription({ description }: TaskContent): void {
  const result = taskDescription.read(description);
  if (!('flaw' in result)) return;
  const details = [
    { path: 'task.description_append', message: `added to the description, the text ${result.flaw}` },
  ];
  throw new ApiError('invalid_parameter', { message: `The description ${result.flaw}.`, extra: { details } });
}

function assigneeError(message: string): ApiError {
  return ApiError.from(invalidAssignee(ASSIGNEE_FIELDS_FORMAT, message));
}
