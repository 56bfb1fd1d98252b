import { switchAccount } from '@slipway/contracts';
import { chooseSessionAccount } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(switchAccount, async ({ caller, account, services }) => {
  await chooseSessionAccount(services.database, caller.sessionId, account.id);
  return done;
});
