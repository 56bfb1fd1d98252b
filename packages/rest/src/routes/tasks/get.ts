import { getTask } from '@slipway/contracts';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentTaskDetail } from './present-task.js';

export const endpoint = defineEndpoint(getTask, async ({ project, params, services }) => {
  const id = found(parseRowId(params.id));
  return presentTaskDetail(
    found(await services.reads.findTask(project.id, id)),
    services.redactors.of(project),
    services.baseUrl,
  );
});
