import { checkConfirmation, confirmIdentity, getConfirmationWays, requestPasskey } from '@slipway/contracts';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../console-endpoint.js';

export const check = defineConsoleEndpoint(checkConfirmation, () => Promise.resolve(done));

export const confirm = defineConsoleEndpoint(confirmIdentity, async ({ caller, body, services }) => {
  const { sessionId: id, userId, ipAddress, userAgent } = caller;
  const { password = '', code = '', passkey = '' } = body;
  const source = { ipAddress, userAgent };
  const refusal = await services.confirmations.attempt({ id, userId }, { password, code, passkey }, source);
  if (refusal === null) return done;
  const { notice, waitSeconds } = refusal.refused;
  if (waitSeconds !== null)
    throw new ApiError('rate_limited', { message: notice.text, retryAfterSeconds: waitSeconds });
  throw new ApiError('wrong_proof', { message: notice.text });
});

export const requestPasskeyEndpoint = defineConsoleEndpoint(requestPasskey, async ({ caller, services }) => {
  const { sessionId: id, userId } = caller;
  return { options: { ...(await services.confirmations.passkeyOptions({ id, userId })) } };
});

export const ways = defineConsoleEndpoint(getConfirmationWays, ({ caller, services }) =>
  services.confirmations.waysOf(caller.userId),
);
