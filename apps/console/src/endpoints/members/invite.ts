import { inviteMember } from '@slipway/contracts';
import { inviteToAccount } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { presentRecipient } from './present-recipient.js';

/** Invitation emails are throttled by address and by network. */
export const endpoint = defineConsoleEndpoint(inviteMember, async (input) => {
  const { caller, account, body, audit, services } = input;
  const waitSeconds = await services.throttle.mail('invitation', body.email, caller.ipAddress);
  if (waitSeconds !== null) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
  await services.database.modelTransaction(async (tx) => {
    const result = await inviteToAccount(tx, {
      accountId: account.id,
      email: body.email,
      role: body.role,
      invitedById: caller.userId,
      now: new Date(services.clock.now()),
    });
    if (result !== 'invited') throw new ApiError(result);
    await audit(tx, { target: presentRecipient(body.email), detail: { role: body.role } });
  });
  return done;
});
