import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { apiReads } from '@slipway/db';
import { durableLines, redisServers } from '@slipway/local';
import { eventually, factories, openTestDatabase, runs, testProcess } from '@slipway/testing';
import fc from 'fast-check';
import { ingestProcesses } from './ingest-process.js';
import { workerProcesses } from './worker-process.js';

const UPLOADS = 200;
const BUILDS = 20;
const PER_BUILD = UPLOADS / BUILDS;
const PASSING = 60;
const SENDERS = 4;
const KILLS = 5;

const servers = await redisServers();
afterAll(() => servers.stop());
const password = randomBytes(8).toString('hex');
const redis = await servers.start({ password, lines: durableLines(password) });
const context = await testProcess();
const settings = { ...context.settings, REDIS_URL: `redis://:${password}@127.0.0.1:${redis.port}` };
const database = openTestDatabase(settings.DATABASE_URL);
context.onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();
const { id: projectId } = await make.project(accountId);
const { token } = await make.integration({ id: projectId, accountId }, 'jenkins');
const workers = workerProcesses(settings);
const ingest = await ingestProcesses(settings, { WEBHOOK_RATE_LIMIT: '1000000' }).start();

/** Tests of its own that pass, one that fails, and one that all uploads of the build have. */
function uploadOf(number: number): FormData {
  const failure = '<failure message="Expected 3, got 4">at Quay.cpp:12</failure>';
  const testcase = (name: string, inner = '') => `<testcase classname="Quay" name="${name}">${inner}</testcase>`;
  const shard = number % PER_BUILD;
  const passing = Array.from({ length: PASSING }, (_, index) => testcase(`passes ${shard} ${index}`));
  const cases = [...passing, testcase(`fails ${shard}`, failure), testcase('in all', failure)];
  const form = new FormData();
  form.set('job_name', 'Nightly');
  form.set('build_number', String(Math.floor(number / PER_BUILD)));
  form.append(
    'file',
    new Blob([`<testsuite name="quay" id="${number}">${cases.join('')}</testsuite>`]),
    'quay.xml',
  );
  return form;
}

const headers = { 'x-webhook-token': token };

/** Tries again until ingest accepts it, as senders do. */
function send(path: string, makeBody: () => FormData | string): Promise<true> {
  return eventually('ingest accepts the request', async () => {
    const { status } = await ingest.ask(path, { method: 'POST', headers, body: makeBody() });
    if (status === 503) return undefined;
    expect([200, 202]).toContain(status);
    return true;
  });
}

const report = (number: number) =>
  send('/webhooks/ci', () => JSON.stringify({ job_name: 'Nightly', build_number: number, status: 'FAILURE' }));

/** Half of the builds are reported before their tests, half after. */
async function sendBuild(number: number): Promise<void> {
  if (number % 2 === 0) await report(number);
  for (let shard = 0; shard < PER_BUILD; shard += 1)
    await send('/webhooks/tests', () => uploadOf(number * PER_BUILD + shard));
  if (number % 2 === 1) await report(number);
}

async function sendAll(): Promise<void> {
  const waiting = Array.from({ length: BUILDS }, (_, index) => index);
  const sender = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) await sendBuild(number);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

const countRead = () => prisma.testUpload.count({ where: { state: 'read' } });

/** As if the lease of the killed worker had expired. */
const endLeases = () =>
  prisma.testUpload.updateMany({
    where: { leaseId: { not: null }, state: 'waiting' },
    data: { nextAttemptAt: new Date(0) },
  });

/** How many uploads are read before each kill, as a share, and how long the servers are away. */
const kills = fc.sample(
  fc.record({
    after: fc.noBias(fc.integer({ min: 1, max: 14 })),
    awayMs: fc.noBias(fc.integer({ min: 0, max: 1_500 })),
    redisFirst: fc.boolean(),
  }),
  runs(KILLS),
);

it('kill -9 of the worker and Redis: each accepted upload of test results counts once', async () => {
  const sending = sendAll();
  let held = 0;
  for (const { after, awayMs, redisFirst } of kills.slice(0, KILLS)) {
    const worker = await workers.start();
    const enough = Math.min((await countRead()) + after * 2, UPLOADS - 1);
    await eventually('some are read', async () => ((await countRead()) >= enough ? true : undefined), 120_000);
    if (redisFirst) await redis.kill();
    await worker.kill();
    if (!redisFirst) await redis.kill();
    await delay(awayMs);
    await redis.start();
    held += (await endLeases()).count;
  }
  const last = await workers.start();
  await sending;
  await eventually(
    'all are read and judged',
    async () => {
      const unjudged = await prisma.testRun.count({ where: { judgeAfter: { not: null } } });
      return (await countRead()) === UPLOADS && unjudged === 0 ? true : undefined;
    },
    180_000,
  );
  expect(await last.end()).toBe(0);
  expect(held).toBeGreaterThan(0);

  const logged = await prisma.delivery.findMany({ where: { event: 'test_report' } });
  const outcomes = logged.filter(({ outcome }) => outcome !== 'duplicate');
  expect(outcomes).toHaveLength(UPLOADS);
  expect(outcomes.filter(({ outcome, reason }) => outcome !== 'applied' || reason !== null)).toEqual([]);
  expect(new Set(outcomes.map(({ dedupeKey }) => dedupeKey)).size).toBe(UPLOADS);
  expect(await prisma.deadLetter.count()).toBe(0);

  const builds = await prisma.buildRun.findMany({ where: { projectId }, select: { id: true } });
  expect(builds).toHaveLength(BUILDS);
  const reads = apiReads(database);
  for (const { id } of builds) {
    const buildRunId = Number(id);
    const [run, ...more] = await prisma.testRun.findMany({ where: { buildRunId } });
    expect(more).toEqual([]);
    expect(run).toMatchObject({ passed: PER_BUILD * PASSING, failed: PER_BUILD + 1, skipped: 0, retried: 0 });
    const { tests } = await reads.readBuildTests(projectId, buildRunId);
    expect(tests.filter(({ status }) => status === 'passed')).toHaveLength(PER_BUILD * PASSING);
    expect(tests.filter(({ status }) => status === 'failed')).toHaveLength(PER_BUILD + 1);
    const failures = await prisma.testFailure.findMany({
      where: { run: { buildRunId } },
      select: { testId: true },
    });
    const inAll = failures.filter(({ testId }) => failures.filter((each) => each.testId === testId).length > 1);
    expect([failures.length, inAll.length]).toEqual([2 * PER_BUILD, PER_BUILD]);
  }
}, 600_000);
