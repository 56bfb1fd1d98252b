import { getTask } from '@slipway/contracts';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTaskDetail } from '../../present/task.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getTask, async ({ project, params, services }) => {
  const id = parseRowId(params.id);
  const task = found(id === null ? null : await services.reads.findTask(project.id, id));
  return presentTaskDetail(task, services.baseUrl);
});
