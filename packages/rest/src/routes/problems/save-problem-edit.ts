import type { BodyValues, updateProblem } from '@slipway/contracts';
import { type DatabaseHandle, editProblem, isProjectMember, isTaskOfProject } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';

interface SentEdit {
  readonly projectId: number;
  /** As in the path. */
  readonly problemId: string;
  readonly userId: number;
  readonly now: number;
  readonly body: Partial<BodyValues<typeof updateProblem.body>>;
}

/** Saves what a person changes about a problem; returns the problem's id. Throws a 422 for a person or task of others. */
export async function saveProblemEdit(
  tx: DatabaseHandle,
  { projectId, problemId, userId, now, body }: SentEdit,
): Promise<number> {
  const id = found(parseLargeRowId(problemId));
  const { state, mark, assignee_user_id: assigneeUserId, note, task_id: taskId } = body;
  if (assigneeUserId != null && !(await isProjectMember(tx, projectId, assigneeUserId)))
    throw new ApiError('invalid_parameter', { message: 'assignee_user_id must be a member of the project.' });
  if (taskId != null && !(await isTaskOfProject(tx, projectId, taskId)))
    throw new ApiError('invalid_parameter', { message: 'task_id must be a task of the project.' });
  const place = { projectId, problemId: id, userId, now: new Date(now) };
  found((await editProblem(tx, place, { state, mark, assigneeUserId, note, taskId })) || null);
  return id;
}
