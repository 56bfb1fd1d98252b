import { execute, type Queryable, queryOne, sql } from '../sql.js';

/** A request that its sender may repeat: whose it is, where it went and what it said. */
export interface RepeatableRequest {
  readonly apiTokenId: number;
  readonly path: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly now: Date;
}

/** The first answer to a key. */
export interface FirstAnswer {
  readonly bodyHash: string;
  readonly response: unknown;
}

/** How long an answer is remembered. */
const REMEMBERED = sql`interval '24 hours'`;

/**
 * Claims the key for this transaction, or returns what its first request was answered. A request with the same key
 * waits here until the transaction ends; when that fails, the key is free again.
 */
export async function claimIdempotencyKey(
  tx: Queryable,
  { apiTokenId, path, key, bodyHash, now }: RepeatableRequest,
): Promise<FirstAnswer | null> {
  const claimed = await execute(
    tx,
    sql`INSERT INTO idempotency_keys AS known (api_token_id, path, key, body_hash, status, response, created_at)
        VALUES (${apiTokenId}, ${path}, ${key}, ${bodyHash}, 0, 'null', ${now})
        ON CONFLICT (api_token_id, path, key) DO UPDATE
        SET body_hash = EXCLUDED.body_hash, created_at = EXCLUDED.created_at
        WHERE known.created_at <= ${now}::timestamptz - ${REMEMBERED}`,
  );
  if (claimed === 1) return null;
  return queryOne(
    tx,
    sql`SELECT body_hash AS "bodyHash", response FROM idempotency_keys
        WHERE api_token_id = ${apiTokenId} AND path = ${path} AND key = ${key}`,
  );
}

/** What the first request with a key said and was answered; null when none is remembered. */
export function findFirstAnswer(
  on: Queryable,
  { apiTokenId, path, key, now }: RepeatableRequest,
): Promise<FirstAnswer | null> {
  return queryOne(
    on,
    sql`SELECT body_hash AS "bodyHash", response FROM idempotency_keys
        WHERE api_token_id = ${apiTokenId} AND path = ${path} AND key = ${key}
          AND created_at > ${now}::timestamptz - ${REMEMBERED}`,
  );
}

/** Remembers what a claimed key was answered. */
export async function rememberAnswer(
  tx: Queryable,
  { apiTokenId, path, key }: RepeatableRequest,
  answer: { readonly status: number; readonly response: unknown },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE idempotency_keys SET status = ${answer.status}, response = ${JSON.stringify(answer.response)}::jsonb
        WHERE api_token_id = ${apiTokenId} AND path = ${path} AND key = ${key}`,
  );
}
