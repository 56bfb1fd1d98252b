import type { OwnToken } from '@slipway/contracts';
import type { OwnTokenRecord } from '@slipway/db';
import { isTokenUsable, tokenEnd } from '@slipway/domain';
import { presentTime } from '@slipway/rest';

const maybeTime = (time: Date | null) => (time === null ? null : presentTime(time));
const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list]);

/** The time, and the longest lifetime of a token that is created at that time. */
interface TokenLimit {
  readonly now: number;
  readonly maxDays: number | null;
}

export function presentToken(token: OwnTokenRecord, limit: TokenLimit): OwnToken {
  const { id, name, prefix, scopes, origin } = token;
  const state = stateOf(token, limit.now);
  return {
    id,
    name,
    prefix,
    scopes: [...scopes],
    origin,
    state,
    created_at: presentTime(token.createdAt),
    last_used_at: maybeTime(token.lastUsedAt),
    last_used_ip: token.lastUsedIp.replace(/^::ffff:/, ''),
    expires_at: maybeTime(token.expiresAt),
    revoked_at: maybeTime(token.revokedAt),
    project_ids: orNull(token.projectIds),
    networks: orNull(token.networks),
    exceeds_limit: state === 'active' && exceeds(token, limit),
  };
}

/** Tokens of the login flow always last 90 days. */
function exceeds({ origin, expiresAt }: OwnTokenRecord, { now, maxDays }: TokenLimit): boolean {
  if (origin !== 'web' || maxDays === null) return false;
  return expiresAt === null || expiresAt > tokenEnd(now, maxDays);
}

function stateOf(token: OwnTokenRecord, now: number): OwnToken['state'] {
  if (isTokenUsable(token, now)) return 'active';
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && token.expiresAt.getTime() <= now ? 'expired' : 'retired';
}
