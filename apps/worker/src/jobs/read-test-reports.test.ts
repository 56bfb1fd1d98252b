import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { apiReads, applyDeliveries, claimTestUpload, findIntegrationContexts } from '@slipway/db';
import { normalize, TEST_REPORT_EVENT, TEST_REPORT_PATH, type TestReport, withoutLog } from '@slipway/providers';
import { connectFailFast, createSeenKeys, waitForConnection } from '@slipway/queue';
import { buildReport, testClock, testDelivery } from '@slipway/testing';
import { readTestUpload } from '../tests/read-test-upload.js';
import { testJobContext } from './job-context.fixture.js';
import { job } from './read-test-reports.js';

const { process, context: shared, database, prisma, make, newProject } = await testJobContext({ creditCost: 1 });
const reads = apiReads(database);
const clock = testClock(Date.now());
const redis = connectFailFast(process.settings, () => undefined);
process.onClose('redis', () => redis.disconnect());
await waitForConnection(redis, 5_000);
const seenKeys = createSeenKeys(redis);
const context = { ...shared, clock, seenKeys } as unknown as typeof shared;
const DAY_MS = 24 * 3_600_000;

type Project = Awaited<ReturnType<typeof newProject>>;
let project: Project;
let integrationId: number;
beforeEach(async () => {
  // The database's clock decides what is due; each test leaves nothing behind.
  await prisma.testUpload.deleteMany();
  project = await newProject({});
  integrationId = (await prisma.integration.findFirstOrThrow({ where: { projectId: project.projectId } })).id;
});

const testcase = (name: string, inner = '') =>
  `<testcase classname="Harbor.Quay" name="${name}" time="0.5">${inner}</testcase>`;
const suite = (...cases: string[]) => `<testsuite name="quay">${cases.join('')}</testsuite>`;
const FAILURE =
  '<failure message="Expected 3, got 4 &lt;ghp_0123456789abcdefghijABCDEFGHIJ012345&gt;">at Quay.cpp:12</failure>';

function deliveryOf(
  files: readonly (string | Buffer)[],
  fields: Partial<TestReport> = {},
  of: Partial<Delivery> = {},
) {
  const report: TestReport = {
    build: { job_name: 'Nightly', build_number: '12' },
    suite: 'PlayMode',
    variant: { platform: '', configuration: '', renderer: '', device: '', tags: {} },
    attempt: 1,
    files: files.map((file, index) => ({ name: `part-${index}.xml`, content: gzipSync(file).toString('base64') })),
    ...fields,
  };
  const { accountId, projectId } = project;
  const place = { accountId, projectId, integrationId, path: TEST_REPORT_PATH, event: TEST_REPORT_EVENT };
  return testDelivery({ ...place, receivedAt: clock.now(), body: JSON.stringify(report), ...of });
}

async function deliver(delivery: Delivery): Promise<void> {
  const of = (await findIntegrationContexts(database, [integrationId])).get(integrationId) ?? null;
  const batch = [{ delivery, context: of, ...normalize(delivery, of) }];
  const options = { baseUrl: 'https://slipway.test', startedAt: 0, withoutLog };
  await database.transaction((tx) => applyDeliveries(tx, batch, options));
}

async function send(...args: Parameters<typeof deliveryOf>): Promise<Delivery> {
  const delivery = deliveryOf(...args);
  await deliver(delivery);
  await job.run({}, context);
  return delivery;
}

const reportBuild = (fields: Parameters<typeof buildReport>[0] = {}) =>
  project.apply([
    {
      key: randomUUID(),
      operations: [buildReport({ jobName: 'Nightly', buildNumber: '12', status: 'completed', ...fields })],
    },
  ]);

async function ledgerOf({ id }: Delivery) {
  const { outcome, reason, touched } = await prisma.delivery.findFirstOrThrow({ where: { id } });
  return { outcome, reason, touched };
}

async function counts() {
  const { projectId } = project;
  const builds = await prisma.buildRun.findMany({ where: { projectId } });
  const runs = await Promise.all(
    builds.map(({ id }) => reads.listTestRunsOfBuild({ projectId, buildRunId: Number(id) })),
  );
  return runs.flat().map(({ suite: name, platform, passed, failed, skipped, retried }) => {
    return `${name} ${platform}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${retried} retried`;
  });
}

/** As if the time until the next attempt had passed. */
const makeDue = () => prisma.testUpload.updateMany({ data: { nextAttemptAt: new Date(0) } });

describe('a test report', () => {
  it('adds its results to the build it names, and its delivery leads to the build', async () => {
    await reportBuild();
    const delivery = await send([suite(testcase('moors'), testcase('sinks', FAILURE)), suite(testcase('floats'))]);
    expect(await counts()).toEqual(['PlayMode : 2 passed, 1 failed, 0 skipped, 0 retried']);
    const { id } = await prisma.buildRun.findFirstOrThrow({ where: { projectId: project.projectId } });
    expect(await ledgerOf(delivery)).toEqual({
      outcome: 'applied',
      reason: null,
      touched: [{ kind: 'build_run', id: String(id) }],
    });
  });

  it('is masked', async () => {
    await reportBuild();
    await send([suite(testcase('sinks', FAILURE))]);
    const [failure] = await prisma.testFailure.findMany({ where: { test: { projectId: project.projectId } } });
    expect(failure?.message).toContain('Expected 3, got 4');
    expect(
      JSON.stringify(failure, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('ghp_');
  });

  it('waits for its build', async () => {
    const delivery = await send([suite(testcase('moors'))]);
    expect(await ledgerOf(delivery)).toMatchObject({
      outcome: 'applied',
      reason: 'Waits for a report about build #12 of “Nightly”, at most a day.',
    });
    await reportBuild();
    await makeDue();
    await job.run({}, context);
    expect(await counts()).toEqual(['PlayMode : 1 passed, 0 failed, 0 skipped, 0 retried']);
    expect(await ledgerOf(delivery)).toMatchObject({ outcome: 'applied', reason: null });
  });

  it('is rejected when its build was not reported within a day, and can then be sent again', async () => {
    const delivery = deliveryOf([suite(testcase('moors'))], {}, { receivedAt: clock.now() - DAY_MS });
    await seenKeys.remember([delivery]);
    await deliver(delivery);
    await job.run({}, context);
    expect(await ledgerOf(delivery)).toMatchObject({
      outcome: 'rejected',
      reason: 'No report about build #12 of “Nightly” arrived within a day.',
    });
    expect((await seenKeys.remember([{ ...delivery, id: randomUUID() }])).size).toBe(0);
    await reportBuild();
    await send([suite(testcase('moors'))], {}, { key: delivery.key });
    expect(await counts()).toEqual(['PlayMode : 1 passed, 0 failed, 0 skipped, 0 retried']);
  });

  it('is rejected when several builds could be meant, and names them', async () => {
    for (const buildNumber of ['12', '13']) await reportBuild({ buildNumber, commitHash: 'a'.repeat(40) });
    const delivery = await send([suite(testcase('moors'))], { build: { commit: 'a'.repeat(40) } });
    const { outcome, reason } = await ledgerOf(delivery);
    expect(outcome).toBe('rejected');
    expect(reason).toContain('“Nightly” #12, “Nightly” #13. Name one by job_name and build_number.');
  });

  it.each<[string, TestReport['build']]>([
    ['page', { build_url: 'https://ci.test/nightly/12/' }],
    ['short commit', { commit: 'abcdef1' }],
    ['changelist', { changelist: '4711' }],
  ])('finds its build by %s', async (_name, build) => {
    const commitHash = `abcdef1${'0'.repeat(33)}`;
    await reportBuild({ buildUrl: 'https://ci.test/nightly/12', commitHash, changelist: '4711' });
    await send([suite(testcase('moors'))], { build });
    expect(await counts()).toHaveLength(1);
  });

  it('adds up with others about the same build: files, shards, variants', async () => {
    await reportBuild();
    const none = { configuration: '', renderer: '', device: '', tags: {} };
    await send([suite(testcase('moors'))]);
    await send([suite(testcase('floats'))]);
    await send([suite(testcase('moors'))], { variant: { ...none, platform: 'PS5' } });
    expect(await counts()).toEqual([
      'PlayMode : 2 passed, 0 failed, 0 skipped, 0 retried',
      'PlayMode PS5: 1 passed, 0 failed, 0 skipped, 0 retried',
    ]);
  });

  it.each([
    ['in order', [1, 2]],
    ['in the other order', [2, 1]],
  ])('of two attempts that arrive %s counts the last one', async (_order, order) => {
    await reportBuild();
    const files = { 1: suite(testcase('sinks', FAILURE)), 2: suite(testcase('sinks')) };
    for (const attempt of order) await send([files[attempt as 1 | 2]], { attempt });
    expect(await counts()).toEqual(['PlayMode : 1 passed, 0 failed, 0 skipped, 1 retried']);
  });

  it('is read as far as it goes, and its delivery says where it ends', async () => {
    await reportBuild();
    const delivery = await send([`<testsuite name="quay">\n${testcase('moors')}\n<testcase name="cut`]);
    expect(await counts()).toEqual(['PlayMode : 1 passed, 0 failed, 0 skipped, 0 retried']);
    const { outcome, reason } = await ledgerOf(delivery);
    expect(outcome).toBe('applied');
    expect(reason).toMatch(/^Part-0\.xml, line 3: /);
  });

  it('is rejected as a whole if nothing of one of its files can be read', async () => {
    await reportBuild();
    const cut = gzipSync(suite(testcase('moors'))).subarray(0, 20);
    const delivery = deliveryOf([suite(testcase('moors'))]);
    const body = JSON.parse(delivery.body) as TestReport;
    const files = [...body.files, { name: 'broken.xml', content: cut.toString('base64') }];
    await deliver({ ...delivery, body: JSON.stringify({ ...body, files }) });
    await job.run({}, context);
    expect(await ledgerOf(delivery)).toMatchObject({
      outcome: 'rejected',
      reason: 'broken.xml: The file is damaged: it cannot be decompressed.',
    });
    expect(await counts()).toEqual([]);
  });

  it('without tests is ignored', async () => {
    await reportBuild();
    const delivery = await send([suite()]);
    expect(await ledgerOf(delivery)).toMatchObject({ outcome: 'ignored', reason: 'The files contain no tests.' });
  });

  it('counts once, however often it is replayed', async () => {
    await reportBuild();
    const delivery = await send([suite(testcase('sinks', FAILURE))]);
    const replay = { of: delivery.id, key: delivery.key, requestedAt: clock.now() };
    const replayed = { ...delivery, id: randomUUID(), key: 'replay:1', replay };
    await deliver(replayed);
    const again = { of: replayed.id, key: replayed.key, requestedAt: clock.now() };
    await deliver({ ...delivery, id: randomUUID(), key: 'replay:2', replay: again });
    await job.run({}, context);
    expect(await prisma.testFailure.count({ where: { test: { projectId: project.projectId } } })).toBe(1);
  });

  it('counts when a rejected one is replayed', async () => {
    const delivery = await send([suite(testcase('moors'))], {}, { receivedAt: clock.now() - DAY_MS });
    await reportBuild();
    const replay = { of: delivery.id, key: delivery.key, requestedAt: clock.now() };
    await deliver({ ...delivery, id: randomUUID(), key: 'replay:3', replay });
    await job.run({}, context);
    expect(await counts()).toHaveLength(1);
  });

  it('counts once when a worker that was thought dead reads it too', async () => {
    await reportBuild();
    await deliver(deliveryOf([suite(testcase('sinks', FAILURE))]));
    const first = await claimTestUpload(database, randomUUID());
    await makeDue();
    const second = await claimTestUpload(database, randomUUID());
    if (first === null || second === null) throw new Error('not claimed');
    await Promise.all([readTestUpload(first, context), readTestUpload(second, context)]);
    expect(await prisma.testFailure.count({ where: { test: { projectId: project.projectId } } })).toBe(1);
  });

  it('that makes workers fail is given up', async () => {
    await reportBuild();
    const delivery = deliveryOf([suite(testcase('moors'))]);
    await deliver(delivery);
    await prisma.testUpload.updateMany({ data: { failures: 5 } });
    await job.run({}, context);
    expect(await ledgerOf(delivery)).toMatchObject({ outcome: 'rejected', reason: 'Reading failed 5 times.' });
  });
});

it('another account’s build is not found', async () => {
  const stranger = await make.studio();
  const other = await make.project(stranger.accountId);
  const { id } = await make.integration(other, 'jenkins');
  await make.buildRun(other, { integrationId: id, jobName: 'Nightly', jobKey: 'Nightly', buildNumber: '12' });
  const delivery = await send([suite(testcase('moors'))]);
  expect((await ledgerOf(delivery)).reason).toContain('Waits for');
});
