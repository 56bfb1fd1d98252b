import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from '@jest/globals';
import { durableLines, redisServers } from '@slipway/local';
import { readBacklog } from '@slipway/queue';
import { backUp, restore } from '@slipway/standalone';
import {
  blankDatabase,
  eventually,
  factories,
  openTestDatabase,
  TEST_APP_SECRET,
  testProcess,
  testProxy,
} from '@slipway/testing';
import { type IngestProcess, ingestProcesses } from './ingest-process.js';
import { openPublisher } from './publisher.js';
import { workerProcesses } from './worker-process.js';

const { settings, onClose } = await testProcess();
const folder = await mkdtemp(join(tmpdir(), 'slipway-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { redis } = openPublisher({ settings, onClose });
const redisProxy = await testProxy(settings.REDIS_URL);
const workers = workerProcesses(settings);
const queuing = await ingestProcesses(settings).start();
const spooling = await ingestProcesses({ ...settings, REDIS_URL: redisProxy.url }).start();

const make = factories(database);
const { accountId } = await make.studio();
const { token } = await make.integration(await make.project(accountId), 'jenkins');

const log = {
  step: <T>(_text: unknown, work: (update: () => void) => Promise<T>) => work(() => undefined),
  info: () => undefined,
  warn: () => undefined,
  fail: () => undefined,
  bold: (text: string) => text,
  dim: (text: string) => text,
};
const spool = join(settings.DATA_DIR, 'spool');
const source = {
  databaseUrl: settings.DATABASE_URL,
  redis: settings,
  spools: [spool],
  appSecret: TEST_APP_SECRET,
};
const options = { appSecrets: [TEST_APP_SECRET], overwrite: false, withoutSecret: false, log };

const servers = await redisServers();
onClose('restored Redis', () => servers.stop());

/** An empty service, with the processes that run on what is restored into it. */
async function newService(name: string) {
  const databaseUrl = await blankDatabase(settings.DATABASE_URL, name);
  const { address } = await servers.start({ password: 'restored', lines: durableLines('restored') });
  const restored = { ...settings, DATABASE_URL: databaseUrl, REDIS_URL: `redis://:restored@${address}` };
  const dataDir = join(folder, name);
  const processes = { ...restored, DATA_DIR: dataDir };
  return {
    target: { databaseUrl, redis: restored, spool: join(dataDir, 'spool') },
    ingest: ingestProcesses(processes),
    worker: workerProcesses(processes),
  };
}
const [resting, moving] = [await newService('resting'), await newService('moving')];

let numbers = 0;

/** Reports builds and returns the numbers of those that were accepted. */
async function report(ingest: IngestProcess, count: number): Promise<string[]> {
  const sent = Array.from({ length: count }, async () => {
    numbers += 1;
    const number = String(numbers);
    const body = JSON.stringify({
      job_name: 'Harbor',
      build_number: number,
      status: 'FAILURE',
      log: '\u2028 line\r\n',
    });
    return (await ingest.report(token, body)).status === 200 ? [number] : [];
  });
  return (await Promise.all(sent)).flat();
}

/** Reports builds without a pause until the work is done. */
async function reportDuring<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const sender = (async () => {
    while (!isOver) await report(queuing, 5);
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await sender;
  }
}

async function numbersIn(url: string): Promise<string[]> {
  const read = openTestDatabase(url);
  try {
    const rows = await read.prisma.buildRun.findMany({ select: { buildNumber: true } });
    return rows.map(({ buildNumber }) => buildNumber);
  } finally {
    await read.close();
  }
}

/** Runs the restored service until it has all of these builds, and expects each of them once. */
async function expectOnce({ target, ingest, worker }: typeof resting, expected: readonly string[]): Promise<void> {
  const [processing, receiving] = [await worker.start(), await ingest.start()];
  await eventually(
    'all are applied',
    async () => {
      const all = await numbersIn(target.databaseUrl);
      return expected.every((number) => all.includes(number)) ? true : undefined;
    },
    120_000,
  );
  expect([await receiving.end(), await processing.end()]).toEqual([0, 0]);
  // What was reported during the backup may be applied until here.
  const found = await numbersIn(target.databaseUrl);
  expect(new Set(found).size).toBe(found.length);
  expect(await read(target.databaseUrl)).toEqual({ deadLetters: 0, deliveries: found.length });
}

async function read(url: string) {
  const restored = openTestDatabase(url);
  try {
    const [deadLetters, deliveries] = await Promise.all([
      restored.prisma.deadLetter.count(),
      restored.prisma.delivery.count(),
    ]);
    return { deadLetters, deliveries };
  } finally {
    await restored.close();
  }
}

const accepted: string[] = [];

it('a backup of deliveries that are applied, queued and spooled restores each of them once', async () => {
  const worker = await workers.start();
  await eventually('the token is known', async () =>
    (await report(spooling, 1)).length === 1 ? true : undefined,
  );
  const applied = await report(queuing, 20);
  await eventually('they are applied', async () => {
    const found = await numbersIn(settings.DATABASE_URL);
    return applied.every((number) => found.includes(number)) ? true : undefined;
  });
  await worker.kill();
  const queued = await report(queuing, 20);
  redisProxy.cut();
  const spooled = await report(spooling, 20);
  expect([applied.length, queued.length, spooled.length]).toEqual([20, 20, 20]);
  expect((await readBacklog(redis)).some(({ waiting }) => waiting > 0)).toBe(true);
  accepted.push(...applied, ...queued, ...spooled);

  // A day of the delivery log that retention has detached, but not deleted yet.
  await database.prisma.$queryRawUnsafe("SELECT ensure_delivery_partitions('2020-01-01', 1)");
  await database.prisma.$executeRawUnsafe('ALTER TABLE deliveries DETACH PARTITION deliveries_20200101');

  const taken = join(folder, 'first');
  const { database: dumped } = await reportDuring(() => backUp({ ...source, folder: taken, log }));
  await restore({ ...options, ...resting.target, folder: taken });

  const again = join(folder, 'again');
  const copy = { ...source, ...resting.target, spools: [resting.target.spool], folder: again, log };
  const { database: restored } = await backUp(copy);
  expect(restored.tables).toEqual(dumped.tables);
  expect(restored.tables.map(({ name }) => name)).toContain('deliveries_20200101');
  for (const { name } of dumped.tables) expect(await rowsOf(again, name)).toBe(await rowsOf(taken, name));
  await expectOnce(resting, accepted);
}, 300_000);

async function rowsOf(backup: string, table: string): Promise<string> {
  return gunzipSync(await readFile(join(backup, 'postgres', `${table}.copy.gz`))).toString();
}

it('a delivery that moves from spool to queue to database during the backup is in it', async () => {
  redisProxy.restore();
  const worker = await workers.start();
  const taken = join(folder, 'second');
  await reportDuring(() => backUp({ ...source, folder: taken, log }));
  await worker.end();
  await restore({ ...options, ...moving.target, folder: taken });
  await expectOnce(moving, accepted);
}, 300_000);

it('a restore refuses a database with users, unless it may overwrite it', async () => {
  const from = { ...options, ...moving.target, folder: join(folder, 'first') };
  const before = (await numbersIn(moving.target.databaseUrl)).toSorted();
  await expect(restore(from)).rejects.toThrow(
    'The database has users. To delete all of its data first, add --overwrite.',
  );
  expect((await numbersIn(moving.target.databaseUrl)).toSorted()).toEqual(before);
  await restore({ ...from, overwrite: true });
  expect((await numbersIn(moving.target.databaseUrl)).length).toBeLessThan(before.length);
}, 120_000);

it('a restore refuses a database that a process uses', async () => {
  const worker = await workers.start();
  const from = { ...options, databaseUrl: settings.DATABASE_URL, redis: settings, spool, overwrite: true };
  await expect(restore({ ...from, folder: join(folder, 'first') })).rejects.toThrow(
    'Stop every Slipway process first.',
  );
  await worker.end();
}, 120_000);

it('a restore refuses a backup whose secret is not set', async () => {
  const other = { ...options, ...moving.target, overwrite: true, appSecrets: ['another-secret-of-this-service'] };
  const from = { ...other, folder: join(folder, 'first') };
  await expect(restore(from)).rejects.toThrow(
    'The stored secrets need the APP_SECRET from the time of the backup',
  );
  await restore({ ...from, withoutSecret: true });
}, 120_000);

it('a backup does not write into a folder that has files', async () => {
  const again = backUp({ ...source, folder: join(folder, 'first'), log });
  await expect(again).rejects.toThrow('is not empty. Name a new folder.');
});
