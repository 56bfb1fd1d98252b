import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
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
const { token } = await make.integration(await make.project(accountId), 'jenkins');
const dataDir = await mkdtemp(join(tmpdir(), 'slipway-pause-'));
const spoolDir = join(dataDir, 'spool');
const ingest = ingestProcesses({ ...context.settings, REDIS_URL: redis.url, DATA_DIR: dataDir });
afterEach(() => redis.restore());
afterAll(() => rm(dataDir, { recursive: true, force: true }));

let numbers = 0;

/** Reports builds while Redis is down, and returns their numbers. */
async function spool(instance: IngestProcess, count: number): Promise<string[]> {
  const sent: string[] = [];
  for (let n = 0; n < count; n += 1) {
    numbers += 1;
    sent.push(String(numbers));
    const body = JSON.stringify({ job_name: 'Harbor', build_number: numbers, status: 'SUCCESS' });
    const { status } = await instance.report(token, body);
    expect(status).toBe(200);
  }
  return sent;
}

async function applied(buildNumbers: readonly string[]): Promise<void> {
  await eventually('all builds exist', async () => {
    const rows = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
    const found = new Set(rows.map(({ buildNumber }) => buildNumber));
    return buildNumbers.every((number) => found.has(number)) ? true : undefined;
  });
}

/** Waits until a process has searched this many times for abandoned folders: it takes over one each time. */
async function waitForTakeOvers(times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    const orphan = join(spoolDir, `abandoned-${look}`);
    await mkdir(orphan);
    await writeFile(join(orphan, '000000000001.log'), '');
    await eventually('the folder is taken over', async () =>
      (await readdir(orphan).catch(() => null)) === null ? true : undefined,
    );
  }
}

describe('processes that share a spool', () => {
  it('do not touch the folder of a paused process, which then continues', async () => {
    const [paused, other] = [await ingest.start(), await ingest.start()];
    redis.cut();
    const before = await spool(paused, 3);
    const folders = (await readdir(spoolDir)).toSorted();
    paused.pause();
    await waitForTakeOvers(5);
    expect((await readdir(spoolDir)).toSorted()).toEqual(folders);
    const meanwhile = await spool(other, 3);
    paused.resume();
    const after = await spool(paused, 3);
    redis.restore();
    await applied([...before, ...meanwhile, ...after]);
    expect(await database.prisma.delivery.count()).toBe(9);
    await Promise.all([paused.kill(), other.kill()]);
  });

  it('take over the folder of a killed process', async () => {
    const [killed, other] = [await ingest.start(), await ingest.start()];
    redis.cut();
    const left = await spool(killed, 3);
    await killed.kill();
    redis.restore();
    await applied(left);
    await eventually('only running processes have folders', async () =>
      (await readdir(spoolDir)).length === 1 ? true : undefined,
    );
    await other.kill();
  });
});
