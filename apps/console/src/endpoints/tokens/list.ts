import { listTokens } from '@slipway/contracts';
import { findMaxTokenDays } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { scopeMeanings } from '../../scope-meanings.js';
import { presentToken } from './present-token.js';

export const endpoint = defineConsoleEndpoint(listTokens, async ({ caller, services }) => {
  const [tokens, maxDays] = await Promise.all([
    services.reads.listOwnTokens(caller.userId),
    findMaxTokenDays(services.database, caller.userId),
  ]);
  const now = services.clock.now();
  return {
    tokens: tokens.map((token) => presentToken(token, { now, maxDays })),
    scopes: scopeMeanings,
    max_days: maxDays,
  };
});
