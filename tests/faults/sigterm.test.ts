import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { testProcess, testProxy } from '@slipway/testing';
import { appProcesses } from './app-process.js';

/** A process's drain limit, plus time to notice the signal on a busy machine. */
const LIMIT_MS = 28_000;

const { settings } = await testProcess();
const [redis, postgres] = [await testProxy(settings.REDIS_URL), await testProxy(settings.DATABASE_URL)];
const dataDir = await mkdtemp(join(tmpdir(), 'slipway-sigterm-'));
const reachable = { ...settings, DATABASE_URL: postgres.url, REDIS_URL: redis.url, DATA_DIR: dataDir };
const apps = (['ingest', 'worker', 'api', 'standalone'] as const).map((app) => ({
  app,
  start: appProcesses(app, reachable),
}));
afterEach(() => {
  redis.restore();
  postgres.restore();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it.each(['cut', 'freeze'] as const)(
  'SIGTERM ends every process with code 0 while Redis and PostgreSQL are both down (%s)',
  async (fault) => {
    const running = await Promise.all(
      apps.map(async ({ app, start }) => ({
        app,
        ...(await start({ PORT: String(await freePort()), METRICS_PORT: '0', LOG_LEVEL: 'fatal' })),
      })),
    );
    redis[fault]();
    postgres[fault]();
    const signalledAt = Date.now();
    const ends = await Promise.all(
      running.map(async ({ app, child, ended }) => {
        child.kill('SIGTERM');
        const code = await ended;
        return { app, code, inTime: Date.now() - signalledAt < LIMIT_MS };
      }),
    );
    expect(ends).toEqual(apps.map(({ app }) => ({ app, code: 0, inTime: true })));
  },
  60_000,
);
