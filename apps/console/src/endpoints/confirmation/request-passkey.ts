import { requestPasskey } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(requestPasskey, async ({ caller, services }) => {
  const { sessionId: id, userId } = caller;
  return { options: { ...(await services.confirmations.passkeyOptions({ id, userId })) } };
});
