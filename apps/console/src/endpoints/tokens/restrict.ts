import { restrictToken } from '@slipway/contracts';
import { restrictApiToken, tokenTarget } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { describeRestrictions, readRestrictions } from './read-restrictions.js';

export const endpoint = defineConsoleEndpoint(restrictToken, async ({ caller, params, body, audit, services }) => {
  const id = found(parseRowId(params.token_id));
  const { userId } = caller;
  const restrictions = await readRestrictions(body, userId, services);
  await services.database.modelTransaction(async (tx) => {
    const { token, before } = found(await restrictApiToken(tx, { id, userId }, restrictions));
    const detail = { token_id: id, ...describeRestrictions(token) };
    await audit(tx, { target: tokenTarget(token), detail, token, before });
  });
  return done;
});
