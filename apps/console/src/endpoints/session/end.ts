import { endCurrentSession } from '@slipway/contracts';
import { endSession } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(endCurrentSession, async ({ caller, services }) => {
  await endSession(services.database, caller.userId, caller.sessionId);
  return done;
});
