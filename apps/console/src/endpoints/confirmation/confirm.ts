import { confirmIdentity } from '@slipway/contracts';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(confirmIdentity, async ({ caller, body, services }) => {
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
