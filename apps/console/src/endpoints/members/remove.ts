import { removeMember } from '@slipway/contracts';
import { endMembership, endOwnerSessions, findMember, findMemberName } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { requireConfirmed } from '../../auth/confirmation/confirmed.js';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireChanged } from './require-changed.js';

export const endpoint = defineConsoleEndpoint(removeMember, async (input) => {
  const { caller, account, params, audit, services } = input;
  const member = { accountId: account.id, userId: found(parseRowId(params.user_id)) };
  const { role } = found(await findMember(services.database, member));
  if (role === 'owner') requireConfirmed(caller, services);
  await services.database.modelTransaction(async (tx) => {
    const name = found(await findMemberName(tx, member));
    requireChanged(await endMembership(tx, member));
    if (role === 'owner') await endOwnerSessions(tx, member.userId);
    await audit(tx, { target: name, detail: { user_id: member.userId } });
  });
  return done;
});
