/** The servers of a test run, provided by Jest's global setup. */
export interface TestEnvironment {
  /** The migrated database from which every test database is copied. Tests must not connect to it. */
  templateUrl: string;
  redisUrl: string;
  /** The number of the Jest worker, starting at 1. */
  worker: number;
  /** The folder with bundled apps, which start in a third of the time. Only `npm test` provides it. */
  bundles: string | undefined;
}

/** Throws if the file does not run with this repository's Jest configuration. */
export function testEnvironment(): TestEnvironment {
  const { SLIPWAY_TEST_DATABASE_URL, SLIPWAY_TEST_REDIS_URL, SLIPWAY_TEST_BUNDLES, JEST_WORKER_ID } = process.env;
  if (!SLIPWAY_TEST_DATABASE_URL || !SLIPWAY_TEST_REDIS_URL) {
    throw new Error('No test servers: run tests with `npm test` or `npx jest` from the root of the checkout');
  }
  return {
    templateUrl: SLIPWAY_TEST_DATABASE_URL,
    redisUrl: SLIPWAY_TEST_REDIS_URL,
    worker: Number(JEST_WORKER_ID ?? 1),
    bundles: SLIPWAY_TEST_BUNDLES,
  };
}

/** The seed of random examples: the same in every run unless `SLIPWAY_TEST_SEED` is set. */
export function testSeed(): number {
  const { SLIPWAY_TEST_SEED = '20261115' } = process.env;
  const seed = Number(SLIPWAY_TEST_SEED);
  if (!Number.isInteger(seed)) throw new Error(`SLIPWAY_TEST_SEED is not an integer: ${SLIPWAY_TEST_SEED}`);
  return seed;
}

/** The checkout to upgrade from, built by `npm run test:upgrade`. */
export function releaseBefore(): string {
  const { SLIPWAY_UPGRADE_FROM } = process.env;
  if (!SLIPWAY_UPGRADE_FROM)
    throw new Error('No release to upgrade from: run this test with `npm run test:upgrade`');
  return SLIPWAY_UPGRADE_FROM;
}
