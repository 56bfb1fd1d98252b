import { defineQuery } from './define-query.js';
import { type Queryable, sql } from './sql.js';

const takeLock = defineQuery({
  name: 'take advisory lock',
  columns: {},
  examples: [1],
  build: (key: number) => sql`SELECT FROM pg_advisory_xact_lock(${key}::bigint)`,
});

/** Takes an advisory lock until the transaction ends; waits for its current holder. Each use has its own key. */
export async function takeAdvisoryLock(tx: Queryable, key: number): Promise<void> {
  await takeLock.execute(tx, key);
}
