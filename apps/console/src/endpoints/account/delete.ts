import { deleteAccount } from '@slipway/contracts';
import { closeAccount } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireConfirmation } from '../../require-name.js';

/** Ends everyone's access immediately; a worker deletes the data, audit log included, so there is no audit entry. */
export const endpoint = defineConsoleEndpoint(deleteAccount, async ({ account, body, services }) => {
  requireConfirmation(body.name, account.name);
  await services.database.modelTransaction(async (tx) => {
    await closeAccount(tx, account.id, new Date(services.clock.now()));
    await services.deletions.account(account.id);
  });
  return done;
});
