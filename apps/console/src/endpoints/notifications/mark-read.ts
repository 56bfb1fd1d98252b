import { markInboxRead as contract } from '@slipway/contracts';
import { markInboxRead } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(contract, async ({ caller, body, services }) => {
  await markInboxRead(services.database, caller.userId, { id: body.id, now: new Date(services.clock.now()) });
  return done;
});
