import { listApiTokens } from '@slipway/contracts';
import { defineEndpoint } from '../../services.js';
import { presentApiToken } from './present-api-token.js';

export const endpoint = defineEndpoint(listApiTokens, async ({ caller, services }) => {
  const tokens = await services.reads.listOwnTokens(caller.userId);
  const now = services.clock.now();
  return { tokens: tokens.map((token) => presentApiToken(token, now)) };
});
