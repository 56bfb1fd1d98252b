import { createTask } from '@slipway/contracts';
import { findTask, insertTask } from '@slipway/db';
import { editTask, NEW_TASK } from '@slipway/domain';
import { created, found } from '@slipway/http';
import { runOnce } from '../../idempotency.js';
import { defineEndpoint } from '../../services.js';
import { presentTaskDetail } from './present-task.js';
import { readTaskEdit, requireAssignable } from './task-input.js';

export const endpoint = defineEndpoint(createTask, async ({ caller, project, body, header, services }) => {
  const edit = readTaskEdit(body);
  const path = `/v1/projects/${project.id}/tasks`;
  const request = { apiTokenId: caller.tokenId, path, key: header('idempotency-key'), body };
  const task = await runOnce(services, request, async (tx) => {
    await requireAssignable(tx, project.id, edit);
    const origin = {
      accountId: project.accountId,
      projectId: project.id,
      viaApiTokenId: caller.tokenId,
      now: new Date(services.clock.now()),
    };
    const id = await insertTask(tx, origin, editTask(NEW_TASK, edit));
    return presentTaskDetail(
      found(await findTask(tx, project.id, id)),
      services.redactors.of(project),
      services.baseUrl,
    );
  });
  return created(task, `/api${path}/${task.id}`);
});
