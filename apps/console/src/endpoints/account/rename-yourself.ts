import { renameYourself } from '@slipway/contracts';
import { renameUser } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';

export const endpoint = defineConsoleEndpoint(renameYourself, async ({ caller, body, audit, services }) => {
  const name = requireName(body.name);
  await services.database.modelTransaction(async (tx) => {
    await renameUser(tx, caller.userId, name);
    await audit(tx, { target: name });
  });
  return done;
});
