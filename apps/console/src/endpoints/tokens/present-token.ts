import type { OwnToken } from '@slipway/contracts';
import type { OwnTokenRecord } from '@slipway/db';
import { isTokenUsable } from '@slipway/domain';
import { presentTime } from '@slipway/rest';

const maybeTime = (time: Date | null) => (time === null ? null : presentTime(time));

export function presentToken(token: OwnTokenRecord, now: number): OwnToken {
  const { id, name, prefix, scopes, origin } = token;
  return {
    id,
    name,
    prefix,
    scopes: [...scopes],
    origin,
    state: stateOf(token, now),
    created_at: presentTime(token.createdAt),
    last_used_at: maybeTime(token.lastUsedAt),
    expires_at: maybeTime(token.expiresAt),
    revoked_at: maybeTime(token.revokedAt),
  };
}

function stateOf(token: OwnTokenRecord, now: number): OwnToken['state'] {
  if (isTokenUsable(token, now)) return 'active';
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && token.expiresAt.getTime() <= now ? 'expired' : 'retired';
}
