import { changeMemberRole } from '@slipway/contracts';
import { changeRole, endOwnerSessions, findMember, findMemberName } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireChanged } from './require-changed.js';

export const endpoint = defineConsoleEndpoint(changeMemberRole, async (input) => {
  const { account, caller, params, body, audit, services } = input;
  const member = { accountId: account.id, userId: found(parseRowId(params.user_id)) };
  const { role: before } = found(await findMember(services.database, member));
  const change = { role: body.role, changedById: caller.userId, now: new Date(services.clock.now()) };
  await services.database.modelTransaction(async (tx) => {
    const name = found(await findMemberName(tx, member));
    requireChanged(await changeRole(tx, member, change));
    if (before === 'owner' && body.role === 'member') await endOwnerSessions(tx, member.userId);
    await audit(tx, { target: name, detail: { user_id: member.userId, role: body.role } });
  });
  return done;
});
