import { endOneSession } from '@slipway/contracts';
import { endSession } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(endOneSession, async ({ caller, params, audit, services }) => {
  const id = found(parseUuid(params.session_id));
  await services.database.modelTransaction(async (tx) => {
    if (!(await endSession(tx, caller.userId, id))) throw new ApiError('not_found');
    await audit(tx, { target: id === caller.sessionId ? 'This session' : 'Another session' });
  });
  return done;
});
