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

/** Reports builds while Redis is away, and returns their numbers. */
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
  await eventually('all builds are there', async () => {
    const rows = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
    const there = new Set(rows.map(({ buildNumber }) => buildNumber));
    return buildNumbers.every((number) => there.has(number)) ? true : undefined;
  });
}

/** Waits until a process has looked for folders without an owner so many times: each look takes the one it finds. */
async function lookedForOrphans(times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    const orphan = join(spoolDir, `orphan-${look}`);
    await mkdir(orphan);
    await writeFile(join(orphan, '000000000001.log'), '');
    await eventually('it is taken', async () =>
      (await readdir(orphan).catch(() => null)) === null ? true : undefined,
    );
  }
}

describe('processes that share a spool', () => {
  it('leave the folder of one that is paused alone, and it goes on when it is woken', async () => {
    const [paused, other] = [await ingest.start(), await ingest.start()];
    redis.cut();
    const before = await spool(paused, 3);
    const folders = (await readdir(spoolDir)).toSorted();
    paused.pause();
    await lookedForOrphans(5);
    expect((await readdir(spoolDir)).toSorted()).toEqual(folders);
    const meanwhile = await spool(other, 3);
    paused.goOn();
    const after = await spool(paused, 3);
    redis.restore();
    await applied([...before, ...meanwhile, ...after]);
    await Promise.all([paused.kill(), other.kill()]);
  });

  it('take over what one left that was killed', async () => {
    const [killed, other] = [await ingest.start(), await ingest.start()];
    redis.cut();
    const left = await spool(killed, 3);
    await killed.kill();
    redis.restore();
    await applied(left);
    await eventually('only the living have folders', async () =>
      (await readdir(spoolDir)).length === 1 ? true : undefined,
    );
    await other.kill();
  });

  it('whose folder is taken away makes another one, and accepts while Redis is away', async () => {
    const instance = await ingest.start();
    redis.cut();
    for (const name of await readdir(spoolDir)) await rm(join(spoolDir, name), { recursive: true, force: true });
    const sent = await spool(instance, 3);
    redis.restore();
    await applied(sent);
    await instance.kill();
  });
});
