import type { Scope } from '@slipway/contracts';
import { execute, type Queryable, queryOne, sql } from '../sql.js';

/** A login code that was just used up. */
export interface BurntLoginCode {
  readonly id: string;
  readonly userId: number;
  readonly email: string;
  readonly codeChallenge: string;
  readonly clientName: string;
  readonly origin: 'cli' | 'mcp';
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
}

/** Uses a code up, whether or not the attempt will succeed; null when it is unknown or was used before. */
export function burnLoginCode(tx: Queryable, codeHash: string): Promise<BurntLoginCode | null> {
  return queryOne(
    tx,
    sql`UPDATE login_codes c SET used_at = clock_timestamp() FROM users u
        WHERE c.code_hash = ${codeHash} AND c.used_at IS NULL AND u.id = c.user_id
        RETURNING c.id, c.user_id AS "userId", u.email, c.code_challenge AS "codeChallenge",
          c.client_name AS "clientName", c.origin, c.scopes, c.expires_at AS "expiresAt"`,
  );
}

/** A token to be, as the login flow issues it. */
export interface LoginToken {
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly origin: 'cli' | 'mcp';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly loginCodeId: string;
}

/** Writes the token, ties it to its code, and leaves the notice to its owner in the outbox. */
export async function issueLoginToken(tx: Queryable, token: LoginToken): Promise<void> {
  await execute(
    tx,
    sql`WITH issued AS (
          INSERT INTO api_tokens (user_id, name, prefix, token_hash, scopes, origin, created_at, expires_at)
          VALUES (${token.userId}, ${token.name}, ${token.prefix}, ${token.tokenHash}, ${token.scopes}::text[],
            ${token.origin}::token_origin, ${token.createdAt}, ${token.expiresAt})
          RETURNING id, user_id),
        tied AS (
          UPDATE login_codes SET api_token_id = (SELECT id FROM issued) WHERE id = ${token.loginCodeId}::uuid)
        INSERT INTO mail_outbox (id, kind, user_id, api_token_id, message_id, next_attempt_at, created_at)
        SELECT gen_random_uuid(), 'token_created', user_id, id, 'token-' || id || '-' || gen_random_uuid(),
          ${token.createdAt}, ${token.createdAt} FROM issued`,
  );
}
