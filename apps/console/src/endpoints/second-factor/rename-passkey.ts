import { renamePasskey } from '@slipway/contracts';
import { renamePasskey as saveName } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';

export const endpoint = defineConsoleEndpoint(renamePasskey, async ({ caller, params, body, audit, services }) => {
  const key = { id: found(parseRowId(params.passkey_id)), userId: caller.userId };
  const name = requireName(body.name);
  await services.database.modelTransaction(async (tx) => {
    if (!(await saveName(tx, key, name))) throw new ApiError('not_found');
    await audit(tx, { target: name });
  });
  return done;
});
