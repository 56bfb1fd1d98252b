/** What Jest's global set-up leaves for the test files of a run. */
export interface TestEnvironment {
  /** The migrated database that every test database is copied from. Nobody may connect to it. */
  templateUrl: string;
  redisUrl: string;
  /** Number of the Jest worker this file runs in, from 1. */
  worker: number;
}

/** Reads the run's servers; throws when the file was not started by this repository's Jest settings. */
export function testEnvironment(): TestEnvironment {
  const { SLIPWAY_TEST_DATABASE_URL, SLIPWAY_TEST_REDIS_URL, JEST_WORKER_ID } = process.env;
  if (!SLIPWAY_TEST_DATABASE_URL || !SLIPWAY_TEST_REDIS_URL) {
    throw new Error('No test servers: run tests with `npm test` or `npx jest` from the root of the checkout');
  }
  return {
    templateUrl: SLIPWAY_TEST_DATABASE_URL,
    redisUrl: SLIPWAY_TEST_REDIS_URL,
    worker: Number(JEST_WORKER_ID ?? 1),
  };
}

/** Where random examples start: the same in every run unless `SLIPWAY_TEST_SEED` says otherwise. */
export function testSeed(): number {
  const { SLIPWAY_TEST_SEED = '20261115' } = process.env;
  const seed = Number(SLIPWAY_TEST_SEED);
  if (!Number.isInteger(seed)) throw new Error(`SLIPWAY_TEST_SEED is no whole number: ${SLIPWAY_TEST_SEED}`);
  return seed;
}
