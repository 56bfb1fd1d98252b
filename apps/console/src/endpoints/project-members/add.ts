import { addProjectMember } from '@slipway/contracts';
import * as store from '@slipway/db';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(addProjectMember, async ({ project, body, audit, services }) => {
  const userId = found(body.user_id ?? null);
  await services.database.modelTransaction(async (tx) => {
    const member = { projectId: project.id, accountId: project.accountId, userId };
    const name = found(await store.addProjectMember(tx, member));
    await audit(tx, { target: name, detail: { user_id: userId, project: project.name } });
  });
  return done;
});
