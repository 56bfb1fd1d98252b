import { type Database, openDatabase } from '@slipway/db';

/** Much longer than in production: a test should not fail because the machine is busy. */
const TIMEOUT_MS = 120_000;

/** Opens connections for the test itself, separate from those of the code under test. */
export function openTestDatabase(url: string): Database {
  return openDatabase({
    url,
    name: 'test',
    poolSize: 4,
    statementTimeoutMs: TIMEOUT_MS,
    connectTimeoutMs: TIMEOUT_MS,
  });
}
