import { listTokens } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { scopeMeanings } from '../../scope-meanings.js';
import { presentToken } from './present-token.js';

export const endpoint = defineConsoleEndpoint(listTokens, async ({ caller, services }) => {
  const tokens = await services.reads.listOwnTokens(caller.userId);
  const now = services.clock.now();
  return { tokens: tokens.map((token) => presentToken(token, now)), scopes: scopeMeanings };
});
