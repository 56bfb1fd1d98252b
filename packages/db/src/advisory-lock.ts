import { defineQuery } from './define-query.js';
import { type Queryable, sql } from './sql.js';

const takeLock = defineQuery({
  name: 'take advisory lock',
  columns: {},
  examples: [1],
  build: (key: number) => sql`SELECT FROM pg_advisory_xact_lock(${key}::bigint)`,
});

/** Takes a lock that is held until the transaction ends; waits for whoever holds it. Each use has a key of its own. */
export async function takeAdvisoryLock(tx: Queryable, key: number): Promise<void> {
  await takeLock.execute(tx, key);
}
