import { removePasskey } from '@slipway/contracts';
import { removePasskey as remove } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(removePasskey, async ({ caller, params, audit, services }) => {
  const id = found(parseRowId(params.passkey_id));
  const { userId, ipAddress, userAgent } = caller;
  const removal = { userId, now: new Date(services.clock.now()), source: { ipAddress, userAgent } };
  await services.database.modelTransaction(async (tx) => {
    const removed = await remove(tx, id, removal);
    if (removed.outcome === 'required') throw new ApiError('second_factor_required');
    if (removed.outcome === 'not_found') throw new ApiError('not_found');
    await audit(tx, { target: removed.name });
  });
  return done;
});
