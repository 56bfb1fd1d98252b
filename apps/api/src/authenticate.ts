import type { ApiReads } from '@slipway/db';
import { type Clock, hashToken, isTokenUsable } from '@slipway/domain';
import type { Caller } from '@slipway/http';

/** The caller behind a bearer token; null for an unknown, revoked, expired or legacy one, all alike. */
export async function authenticate(token: string, reads: ApiReads, clock: Clock): Promise<Caller | null> {
  const record = await reads.findApiToken(hashToken(token));
  if (record === null || !isTokenUsable(record, clock.now())) return null;
  const { id, userId, name, prefix, scopes, expiresAt } = record;
  return { tokenId: id, userId, name, prefix, scopes, expiresAt };
}
