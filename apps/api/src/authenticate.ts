import type { ApiReads } from '@slipway/db';
import { type Clock, hashToken, isTokenUsable } from '@slipway/domain';
import type { Caller } from '@slipway/http';

export interface AuthenticateDeps {
  readonly reads: ApiReads;
  readonly clock: Clock;
  /** Called for every valid token. */
  recordUse(tokenId: number): void;
}

/** The caller behind a bearer token; null if the token is unknown, revoked, expired or legacy. */
export async function authenticate(
  token: string,
  { reads, clock, recordUse }: AuthenticateDeps,
): Promise<Caller | null> {
  const record = await reads.findApiToken(hashToken(token));
  if (record === null || !isTokenUsable(record, clock.now())) return null;
  const { id, userId, name, prefix, scopes, expiresAt } = record;
  recordUse(id);
  return { tokenId: id, limitKey: String(id), userId, name, prefix, scopes, expiresAt };
}
