import { disconnectLogin } from '@slipway/contracts';
import { findConnectedLogin, findMemberName, disconnectLogin as removeLogin } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(disconnectLogin, async (input) => {
  const { caller, account, params, audit, services } = input;
  const id = found(parseRowId(params.connected_account_id));
  await services.database.modelTransaction(async (tx) => {
    const { userId, provider } = found(await findConnectedLogin(tx, account.id, id));
    // Members must not learn about the logins of others.
    if (userId !== caller.userId && account.role !== 'owner') throw new ApiError('not_found');
    const name = await findMemberName(tx, { accountId: account.id, userId });
    await removeLogin(tx, account.id, id);
    await audit(tx, { target: name ?? '', detail: { provider } });
  });
  return done;
});
