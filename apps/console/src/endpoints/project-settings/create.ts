import { createProject } from '@slipway/contracts';
import { createProject as insertProject } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';

export const endpoint = defineConsoleEndpoint(createProject, async (input) => {
  const { caller, account, body, audit, services } = input;
  const name = requireName(body.name);
  const id = await services.database.modelTransaction(async (tx) => {
    const project = { accountId: account.id, name, engine: body.engine, userId: caller.userId };
    const created = await insertProject(tx, project);
    await audit(tx, { target: name, detail: { engine: body.engine } });
    return created;
  });
  return { id };
});
