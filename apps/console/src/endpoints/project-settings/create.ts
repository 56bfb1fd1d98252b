import { createProject } from '@slipway/contracts';
import { createProject as insertProject } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';

export const endpoint = defineConsoleEndpoint(createProject, async (input) => {
  const { account, body, audit, services } = input;
  const name = requireName(body.name);
  const id = await services.database.modelTransaction(async (tx) => {
    const created = await insertProject(tx, { accountId: account.id, name, engine: body.engine });
    await audit(tx, { target: name, detail: { engine: body.engine } });
    return created;
  });
  return { id };
});
