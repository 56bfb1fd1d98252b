import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import {
  createLogger,
  createMetrics,
  createWarnings,
  loadSettings,
  ProcessClock,
  type ProcessContext,
} from '@slipway/runtime';
import { testDatabase } from './database.js';
import { testRedis } from './redis.js';

/** A process context with a database and Redis for one test file. Its resources are closed after the tests. */
export interface TestProcess extends ProcessContext {
  /** Every log line so far, to assert what must not appear in the log. */
  readonly logLines: readonly string[];
  /** What is served on the internal port, by path. */
  readonly internalPages: ReadonlyMap<string, RequestListener>;
}

export const TEST_APP_SECRET = 'test-secret-test-secret-test-secret';

/** Await it at the top level of a test file. `env` replaces the default settings. */
export async function testProcess(env: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
  const [databaseUrl, redis] = await Promise.all([
    env['DATABASE_URL'] ?? testDatabase().then(({ url }) => url),
    testRedis(),
  ]);
  const dataDir = await mkdtemp(join(tmpdir(), 'slipway-test-'));
  const settings = loadSettings({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    APP_SECRET: TEST_APP_SECRET,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    ...env,
  });
  const logLines: string[] = [];
  const internalPages = new Map<string, RequestListener>();
  const closers: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    // A probe of the disk that began before the spool was closed may still end.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  const metrics = createMetrics();
  const logger = createLogger(
    { service: 'test', level: settings.LOG_LEVEL },
    { write: (line) => void logLines.push(line) },
  );
  const clock = new ProcessClock({ logger, metrics });
  closers.push(() => clock.close());
  return {
    settings,
    logLines,
    logger,
    metrics,
    tracing: null,
    clock,
    warnings: createWarnings(),
    onClose: (_name, close) => void closers.push(close),
    onReadyCheck: () => undefined,
    onInternalPath: (path, listener) => void internalPages.set(path, listener),
    internalPages,
  };
}
