import { execute, type Queryable, sql } from '../sql.js';

/** Notes when tokens were last used, at most once a minute each. */
export async function recordTokenUsage(on: Queryable, tokenIds: readonly number[], usedAt: Date): Promise<void> {
  await execute(
    on,
    sql`UPDATE api_tokens SET last_used_at = ${usedAt}
        WHERE id = ANY(${tokenIds}::int[])
          AND (last_used_at IS NULL OR last_used_at < ${usedAt}::timestamptz - interval '1 minute')`,
  );
}
