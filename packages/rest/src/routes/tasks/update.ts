import { updateTask } from '@slipway/contracts';
import { findTask, lockTask, saveTask } from '@slipway/db';
import { editTask, isSameTask, parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentTaskDetail } from './present-task.js';
import { readTaskEdit, requireAssignable, requireFittingDescription } from './task-input.js';

export const endpoint = defineEndpoint(updateTask, async ({ project, params, body, services }) => {
  const edit = readTaskEdit(body);
  const id = found(parseRowId(params.id));
  const task = await services.database.modelTransaction(async (tx) => {
    await requireAssignable(tx, project.id, edit);
    const current = found(await lockTask(tx, project.id, id));
    const edited = editTask(current, edit);
    requireFittingDescription(edited);
    if (!isSameTask(current, edited)) await saveTask(tx, current, edited, new Date(services.clock.now()));
    return found(await findTask(tx, project.id, current.id));
  });
  return presentTaskDetail(task, services.redactors.of(project), services.baseUrl);
});
