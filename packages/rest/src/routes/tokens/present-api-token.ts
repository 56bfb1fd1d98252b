import type { ApiToken } from '@slipway/contracts';
import type { OwnTokenRecord } from '@slipway/db';
import { isTokenUsable } from '@slipway/domain';
import { presentTime } from '../../presenters/present-time.js';

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
