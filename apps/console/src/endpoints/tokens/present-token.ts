import type { OwnToken } from '@slipway/contracts';
import type { OwnTokenRecord } from '@slipway/db';
import { tokenEnd } from '@slipway/domain';
import { presentApiToken } from '@slipway/rest';

const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list]);

/** The time, and the longest lifetime of a token that is created at that time. */
interface TokenLimit {
  readonly now: number;
  readonly maxDays: number | null;
}

export function presentToken(token: OwnTokenRecord, limit: TokenLimit): OwnToken {
  const shown = presentApiToken(token, limit.now);
  return {
    ...shown,
    origin: token.origin,
    last_used_ip: token.lastUsedIp.replace(/^::ffff:/, ''),
    project_ids: orNull(token.projectIds),
    networks: orNull(token.networks),
    exceeds_limit: shown.state === 'active' && exceeds(token, limit),
  };
}

/** Tokens of the login flow always last 90 days. */
function exceeds({ origin, expiresAt }: OwnTokenRecord, { now, maxDays }: TokenLimit): boolean {
  if (origin !== 'web' || maxDays === null) return false;
  return expiresAt === null || expiresAt > tokenEnd(now, maxDays);
}
