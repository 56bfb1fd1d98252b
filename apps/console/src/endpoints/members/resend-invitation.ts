import { resendInvitation } from '@slipway/contracts';
import { findOpenInvitation, resendInvitation as resend } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { presentRecipient } from './present-recipient.js';

export const endpoint = defineConsoleEndpoint(resendInvitation, async (input) => {
  const { caller, account, params, audit, services } = input;
  const id = found(parseUuid(params.invitation_id));
  const { email } = found(await findOpenInvitation(services.database, account.id, id));
  const waitSeconds = await services.throttle.mail('invitation', email, caller.ipAddress);
  if (waitSeconds !== null) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
  const now = new Date(services.clock.now());
  await services.database.modelTransaction(async (tx) => {
    const isSent = await resend(tx, { accountId: account.id, id, invitedById: caller.userId, now });
    if (!isSent) throw new ApiError('not_found');
    await audit(tx, { target: presentRecipient(email) });
  });
  return done;
});
