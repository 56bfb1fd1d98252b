import { type ApiToken, listApiTokens, revokeApiToken } from '@slipway/contracts';
import {
  apiReads,
  type OwnTokenRecord,
  recordTokenAudit,
  revokeApiToken as revokeToken,
  tokenTarget,
} from '@slipway/db';
import { isTokenUsable, parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint } from '../services.js';

export const list = defineEndpoint(listApiTokens, async ({ caller, services }) => {
  const tokens = await services.reads.listOwnTokens(caller.userId);
  const now = services.clock.now();
  return { tokens: tokens.map((token) => presentApiToken(token, now)) };
});

export const revoke = defineEndpoint(revokeApiToken, async ({ caller, params, services }) => {
  const id = found(parseRowId(params.token_id));
  const { userId, ipAddress, userAgent } = caller;
  const now = services.clock.now();
  return services.database.modelTransaction(async (tx) => {
    const token = await revokeToken(tx, { id, userId, now: new Date(now) });
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

export function presentApiToken(token: OwnTokenRecord, now: number): ApiToken {
  const { id, name, prefix, scopes } = token;
  return {
    id,
    name,
    prefix,
    scopes: [...scopes],
    state: stateOf(token, now),
    created_at: presentTime(token.createdAt),
    last_used_at: presentTime(token.lastUsedAt),
    expires_at: presentTime(token.expiresAt),
    revoked_at: presentTime(token.revokedAt),
  };
}

function stateOf(token: OwnTokenRecord, now: number): ApiToken['state'] {
  if (isTokenUsable(token, now)) return 'active';
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && token.expiresAt.getTime() <= now ? 'expired' : 'retired';
}
