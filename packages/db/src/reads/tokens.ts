import type { Scope } from '@slipway/contracts';
import { type Queryable, queryOne, sql } from '../sql.js';

/** An API token as authentication needs it. */
export interface ApiTokenRecord {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly legacy: boolean;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Finds a token by the hash of its value. Read anew on every request, so a revocation counts at once everywhere. */
function findApiToken(on: Queryable, tokenHash: string): Promise<ApiTokenRecord | null> {
  return queryOne(
    on,
    sql`SELECT id, user_id AS "userId", name, prefix, scopes, legacy, expires_at AS "expiresAt",
               revoked_at AS "revokedAt"
        FROM api_tokens WHERE token_hash = ${tokenHash}`,
  );
}

export const reads = { findApiToken };
