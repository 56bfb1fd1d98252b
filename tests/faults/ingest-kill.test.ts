import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import {
  eventually,
  factories,
  openTestDatabase,
  testDatabase,
  testProcess,
  testProxy,
  testRedis,
} from '@slipway/testing';
import { runWorker } from '@slipway/worker';

const databaseUrl = (await testDatabase()).url;
const redis = await testProxy((await testRedis()).url);
const context = await testProcess({ DATABASE_URL: databaseUrl });
const database = openTestDatabase(databaseUrl);
context.onClose('test database', () => database.close());
await runWorker(context);
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.integration(project, 'jenkins');
const dataDir = await mkdtemp(join(tmpdir(), 'slipway-kill-'));
const port = await freePort();
let child: ChildProcess | undefined;
afterAll(async () => {
  child?.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const main = join(import.meta.dirname, '..', '..', 'apps', 'ingest', 'dist', 'main.js');

/** The ingest process as an operator runs it; Jest's own flags are not for it. */
async function startIngest(): Promise<void> {
  const started = fork(main, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: '/usr/bin:/bin',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      APP_SECRET: context.settings.APP_SECRET,
      DATA_DIR: dataDir,
      PORT: String(port),
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
    },
  });
  child = started;
  await new Promise((resolve, reject) => {
    started.once('message', resolve);
    started.once('exit', reject);
  });
}

let numbers = 0;

/** Sends until it is answered: a sender that gets no answer tries again, with the same body. */
async function report(accepted: Set<string>): Promise<void> {
  numbers += 1;
  const buildNumber = String(numbers);
  const body = JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS' });
  const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/webhooks/ci`, { method: 'POST', headers, body });
    if (answer.ok) accepted.add(buildNumber);
  } catch {
    // The door was killed while this one was underway: it was not answered, so it need not be kept.
  }
}

it('kill -9 of the door at any moment loses nothing it had answered, whether Redis was there or not', async () => {
  const accepted = new Set<string>();
  for (const redisAway of [false, true, false, true]) {
    await startIngest();
    if (redisAway) redis.cut();
    else redis.restore();
    const sending = Array.from({ length: 200 }, () => report(accepted));
    const enough = accepted.size + 20;
    await eventually('some are answered', async () => (accepted.size >= enough ? true : undefined));
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGKILL');
    await Promise.all([...sending, ended]);
  }
  redis.restore();
  await startIngest();
  const rows = await eventually(
    'every answered delivery is applied',
    async () => {
      const found = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
      const there = new Set(found.map(({ buildNumber }) => buildNumber));
      return [...accepted].every((buildNumber) => there.has(buildNumber)) ? found : undefined;
    },
    30_000,
  );
  expect(new Set(rows.map(({ buildNumber }) => buildNumber)).size).toBe(rows.length);
  expect(accepted.size).toBeGreaterThan(80);
});
