import { type Database, openDatabase } from '@slipway/db';

/** Tests wait for a busy machine; what answers requests does not. */
const PATIENCE_MS = 120_000;

/** A connection of the test's own, beside those of what it tests. */
export function openTestDatabase(url: string): Database {
  return openDatabase({
    url,
    name: 'test',
    poolSize: 4,
    statementTimeoutMs: PATIENCE_MS,
    connectTimeoutMs: PATIENCE_MS,
  });
}
