import { revokeToken } from '@slipway/contracts';
import { revokeApiToken, tokenTarget } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(revokeToken, async ({ caller, params, audit, services }) => {
  const id = found(parseRowId(params.token_id));
  const now = new Date(services.clock.now());
  await services.database.modelTransaction(async (tx) => {
    const token = found(await revokeApiToken(tx, { id, userId: caller.userId, now }));
    await audit(tx, { target: tokenTarget(token), detail: { token_id: id }, token });
  });
  return done;
});
