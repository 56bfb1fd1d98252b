import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
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
import { type IngestProcess, ingestProcesses } from './ingest-process.js';

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
const ingest = ingestProcesses({ ...context.settings, REDIS_URL: redis.url, DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true, force: true }));

let numbers = 0;

/** Reports a build, and records its number if the report is accepted. */
async function report(instance: IngestProcess, accepted: Set<string>): Promise<void> {
  numbers += 1;
  const buildNumber = String(numbers);
  const body = JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS' });
  try {
    const { status } = await instance.report(token, body);
    if (status === 200) accepted.add(buildNumber);
  } catch {
    // The process was killed before it answered, so the delivery may be lost.
  }
}

it('kill -9 of ingest at any moment loses no accepted delivery, whether Redis is up or down', async () => {
  const accepted = new Set<string>();
  for (const redisDown of [false, true, false, true]) {
    const instance = await ingest.start();
    if (redisDown) redis.cut();
    else redis.restore();
    const sending = Array.from({ length: 200 }, () => report(instance, accepted));
    const enough = accepted.size + 20;
    await eventually('some are accepted', async () => (accepted.size >= enough ? true : undefined));
    await Promise.all([...sending, instance.kill()]);
  }
  redis.restore();
  await ingest.start();
  const rows = await eventually(
    'every accepted delivery is applied',
    async () => {
      const found = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
      const builds = new Set(found.map(({ buildNumber }) => buildNumber));
      return [...accepted].every((buildNumber) => builds.has(buildNumber)) ? found : undefined;
    },
    30_000,
  );
  expect(new Set(rows.map(({ buildNumber }) => buildNumber)).size).toBe(rows.length);
  expect(accepted.size).toBeGreaterThan(80);
});
