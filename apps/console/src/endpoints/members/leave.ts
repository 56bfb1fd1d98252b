import { leaveAccount } from '@slipway/contracts';
import { endMembership, endOwnerSessions } from '@slipway/db';
import { requireConfirmed } from '../../auth/confirmation/confirmed.js';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireChanged } from './require-changed.js';

export const endpoint = defineConsoleEndpoint(leaveAccount, async ({ caller, account, audit, services }) => {
  if (account.role === 'owner') requireConfirmed(caller, services);
  await services.database.modelTransaction(async (tx) => {
    requireChanged(await endMembership(tx, { accountId: account.id, userId: caller.userId }));
    if (account.role === 'owner') await endOwnerSessions(tx, caller.userId);
    await audit(tx, { target: caller.user.name });
  });
  return done;
});
