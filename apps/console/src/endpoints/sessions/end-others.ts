import { endOtherSessions } from '@slipway/contracts';
import { endSessions } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(endOtherSessions, async ({ caller, audit, services }) => {
  const ended = await services.database.modelTransaction(async (tx) => {
    const count = await endSessions(tx, caller.userId, caller.sessionId);
    if (count > 0) await audit(tx, { target: count === 1 ? '1 session' : `${count} sessions` });
    return count;
  });
  return { ended };
});
