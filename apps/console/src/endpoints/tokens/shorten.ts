import { shortenToken } from '@slipway/contracts';
import { findMaxTokenDays, shortenApiToken, tokenTarget } from '@slipway/db';
import { parseRowId, tokenEnd } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(shortenToken, async ({ caller, params, audit, services }) => {
  const id = found(parseRowId(params.token_id));
  const { userId } = caller;
  await services.database.modelTransaction(async (tx) => {
    const expiresAt = tokenEnd(services.clock.now(), found(await findMaxTokenDays(tx, userId)));
    const token = found(await shortenApiToken(tx, { id, userId }, expiresAt));
    await audit(tx, {
      target: tokenTarget(token),
      detail: { token_id: id, expires_at: expiresAt.toISOString() },
      token,
    });
  });
  return done;
});
