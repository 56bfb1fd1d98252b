import { removeMember } from '@slipway/contracts';
import { endMembership, findMemberName } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireChanged } from './require-changed.js';

export const endpoint = defineConsoleEndpoint(removeMember, async ({ account, params, audit, services }) => {
  const member = { accountId: account.id, userId: found(parseRowId(params.user_id)) };
  await services.database.modelTransaction(async (tx) => {
    const name = found(await findMemberName(tx, member));
    requireChanged(await endMembership(tx, member));
    await audit(tx, { target: name, detail: { user_id: member.userId } });
  });
  return done;
});
