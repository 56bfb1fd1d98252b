import type { ApiReads } from '@slipway/db';
import { type Clock, hashToken, isTokenUsable } from '@slipway/domain';
import type { Caller } from '@slipway/http';

/** What telling callers apart needs. */
export interface AuthenticateDeps {
  readonly reads: ApiReads;
  readonly clock: Clock;
  /** Told of every token that was accepted. */
  noteUse(tokenId: number): void;
}

/** The caller behind a bearer token; null for an unknown, revoked, expired or legacy one, all alike. */
export async function authenticate(
  token: string,
  { reads, clock, noteUse }: AuthenticateDeps,
): Promise<Caller | null> {
  const record = await reads.findApiToken(hashToken(token));
  if (record === null || !isTokenUsable(record, clock.now())) return null;
  const { id, userId, name, prefix, scopes, expiresAt } = record;
  noteUse(id);
  return { tokenId: id, userId, name, prefix, scopes, expiresAt };
}
