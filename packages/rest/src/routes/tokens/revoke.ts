import { revokeApiToken } from '@slipway/contracts';
import { apiReads, recordTokenAudit, revokeApiToken as revoke, tokenTarget } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentApiToken } from './present-api-token.js';

export const endpoint = defineEndpoint(revokeApiToken, async ({ caller, params, services }) => {
  const id = found(parseRowId(params.token_id));
  const { userId, ipAddress, userAgent } = caller;
  const now = services.clock.now();
  return services.database.modelTransaction(async (tx) => {
    const token = await revoke(tx, { id, userId, now: new Date(now) });
    if (token !== null) {
      const entry = { userId, ipAddress, userAgent, action: 'token.revoke', target: tokenTarget(token) };
      await recordTokenAudit(tx, {
        ...entry,
        detail: { token_id: id, revoked_with_token_id: caller.tokenId },
        token,
      });
    }
    const own = await apiReads(tx).listOwnTokens(userId);
    return presentApiToken(found(own.find((each) => each.id === id) ?? null), now);
  });
});
