import { withdrawInvitation } from '@slipway/contracts';
import { withdrawInvitation as withdraw } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { presentRecipient } from './present-recipient.js';

export const endpoint = defineConsoleEndpoint(withdrawInvitation, async ({ account, params, audit, services }) => {
  const id = found(parseUuid(params.invitation_id));
  await services.database.modelTransaction(async (tx) => {
    const email = found(await withdraw(tx, account.id, id));
    await audit(tx, { target: presentRecipient(email) });
  });
  return done;
});
