import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { addLegalHold, apiReads, openProcessDatabase, removeLegalHold } from '@slipway/db';
import { type HistoryRetention, systemClock } from '@slipway/domain';
import { createMetrics } from '@slipway/runtime';
import { factories, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createWorkerMetrics } from '../worker-metrics.js';
import { job } from './apply-retention.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma } = database;
const make = factories(database);
const reads = apiReads(database);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const HISTORY = {
  build_runs: 90,
  build_logs: 90,
  changes: 90,
  deployments: 90,
  asset_events: 90,
  asset_removals: 90,
  external_references: 90,
};

function run(history: HistoryRetention = HISTORY) {
  return job.run({}, {
    database,
    metrics: createWorkerMetrics(createMetrics()),
    clock: systemClock,
    logger: context.logger,
    retentionDays: 30,
    history,
    signal: new AbortController().signal,
    closing: new AbortController().signal,
  } as unknown as JobContext);
}

/** As on the next day: what was kept today is examined again. */
const forgetSweeps = () => prisma.retentionSweep.deleteMany();

beforeEach(async () => {
  await prisma.legalHold.deleteMany();
  await forgetSweeps();
});

type Project = Awaited<ReturnType<typeof oldProject>>;

/** A project with an expired row of every kind that belongs to a project. */
async function oldProject(accountId: number) {
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'jenkins');
  const at = daysAgo(100);
  const written = { createdAt: at, updatedAt: at };
  const scope = { accountId, projectId: project.id };
  for (const [buildNumber, days] of [
    ['1', 100],
    ['2', 1],
  ] as const) {
    const finishedAt = daysAgo(days);
    const times = { createdAt: finishedAt, updatedAt: finishedAt, finishedAt, statusAt: finishedAt };
    const { id: buildRunId } = await make.buildRun(project, {
      integrationId,
      buildNumber,
      hasLog: true,
      ...times,
    });
    await prisma.buildLog.create({ data: { buildRunId, content: 'output', receivedAt: finishedAt } });
  }
  await make.change(project, { ...written, timestamp: at });
  for (const days of [120, 100]) {
    const time = daysAgo(days);
    await make.deployment(project, { createdAt: time, updatedAt: time, statusAt: time });
  }
  const { id: assetId } = await make.asset(project, { ...written, lastEventAt: at });
  await make.assetEvent(project, assetId, { occurredAt: daysAgo(110), createdAt: daysAgo(110) });
  await make.reference(project, { integrationId, state: 'Done', ...written, providerTime: at });
  const notification = { threadKey: 'a', event: 'main_job.broke', releaseAt: at, releasedAt: at, createdAt: at };
  await prisma.notification.create({
    data: { ...scope, id: randomUUID(), eventKey: randomUUID(), ...notification },
  });
  const step = { attempt: 1, name: 'cook', status: 'passed', statusAt: at, pageDigest: randomUUID().slice(0, 32) };
  await prisma.buildPageStep.create({ data: { ...scope, integrationId, ...step } });
  await prisma.$queryRaw`
    SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - 100, 1)::text`;
  const deliveries: string[] = [];
  // The last one arrived after its day was gone.
  for (const [outcome, days] of [
    ['applied', 100],
    ['dead', 100],
    ['applied', 150],
  ] as const) {
    const receivedAt = daysAgo(days);
    const dedupeKey = `id:${randomUUID()}`;
    const row = { integrationId, outcome, receivedAt, finishedAt: receivedAt, dedupeKey, event: 'push' };
    const { id } = await make.delivery(project, { ...row, body: { days } });
    deliveries.push(id);
    const key = { integrationId, key: dedupeKey, deliveryId: id, receivedAt };
    await prisma.deliveryKey.create({ data: { ...key, outcome } });
    if (outcome === 'dead') await prisma.deadLetter.create({ data: { ...key, failedAt: receivedAt } });
  }
  return { ...project, integrationId, deliveries };
}

const count = async ({ id: projectId, integrationId }: Project) => {
  const where = { projectId };
  const filter = { ...allDeliveries, event: 'push' };
  return {
    builds: await prisma.buildRun.count({ where }),
    logs: await prisma.buildLog.count({ where: { buildRun: where } }),
    changes: await prisma.change.count({ where }),
    deployments: await prisma.deployment.count({ where }),
    assetEvents: await prisma.assetEvent.count({ where }),
    references: await prisma.externalReference.count({ where }),
    notifications: await prisma.notification.count({ where }),
    steps: await prisma.buildPageStep.count({ where }),
    keys: await prisma.deliveryKey.count({ where: { integrationId } }),
    deadLetters: await prisma.deadLetter.count({ where: { integrationId } }),
    deliveries: (await reads.listDeliveries(projectId, filter, { count: 50, after: null })).length,
  };
};

const allDeliveries = {
  provider: undefined,
  integrationId: undefined,
  event: undefined,
  outcomes: undefined,
  since: undefined,
  until: undefined,
};

const ALL = {
  builds: 2,
  logs: 2,
  changes: 1,
  deployments: 2,
  assetEvents: 1,
  references: 1,
  notifications: 1,
  steps: 1,
  keys: 3,
  deadLetters: 1,
  deliveries: 3,
};
const EXPIRED = {
  // What shows the present state of a job or a place never expires.
  builds: 1,
  logs: 1,
  changes: 0,
  deployments: 1,
  assetEvents: 0,
  references: 0,
  notifications: 0,
  steps: 0,
  keys: 0,
  deadLetters: 0,
  deliveries: 0,
};

it('nothing of a project under a legal hold expires, and everything does once it is released', async () => {
  const { accountId, userId } = await make.studio();
  const [held, other] = [await oldProject(accountId), await oldProject(accountId)];
  const hold = { accountId, projectId: held.id };
  await addLegalHold(database, { ...hold, userId, reason: 'Case 1' });
  await run();
  expect([await count(held), await count(other)]).toEqual([ALL, EXPIRED]);
  await forgetSweeps();
  await run();
  expect(await count(held)).toEqual(ALL);
  await removeLegalHold(database, hold);
  await forgetSweeps();
  await run();
  expect(await count(held)).toEqual(EXPIRED);
  expect(await prisma.heldDelivery.count()).toBe(0);
});

it('a legal hold on an account holds each of its projects, and no other account', async () => {
  const { accountId, userId } = await make.studio();
  const [first, second] = [await oldProject(accountId), await oldProject(accountId)];
  const foreign = await oldProject((await make.studio()).accountId);
  await addLegalHold(database, { accountId, projectId: null, userId, reason: 'Case 2' });
  await run();
  expect([await count(first), await count(second), await count(foreign)]).toEqual([ALL, ALL, EXPIRED]);
});

it('held deliveries of a day that was dropped are listed, shown, found and replayable as before', async () => {
  const { accountId, userId } = await make.studio();
  const project = await oldProject(accountId);
  const [applied = '', dead = '', late = ''] = project.deliveries;
  const page = { count: 50, after: null };
  const read = async () => ({
    list: await reads.listDeliveries(project.id, allDeliveries, page),
    dead: (await reads.listDeliveries(project.id, { ...allDeliveries, outcomes: ['dead'] }, page)).map(
      (row) => row.id,
    ),
    ofProvider: await reads.listDeliveries(project.id, { ...allDeliveries, provider: 'jenkins' }, page),
    ofAccount: await reads.listAccountDeliveries({ accountId, projectId: undefined }, allDeliveries, page),
    candidates: await reads.listReplayCandidates(project.id, allDeliveries, page),
    details: await Promise.all(project.deliveries.map((each) => reads.findDelivery(project.id, each))),
    replayable: await reads.findReplayable(project.id, project.deliveries),
  });
  await addLegalHold(database, { accountId, projectId: project.id, userId, reason: 'Case 3' });
  const before = await read();
  expect(before.dead).toEqual([dead]);
  expect(before.replayable.map((row) => row.id)).toEqual([
    late,
    ...before.replayable.slice(1).map((row) => row.id),
  ]);
  await run();
  expect(await prisma.delivery.count({ where: { projectId: project.id } })).toBe(0);
  expect(await prisma.heldDelivery.count({ where: { projectId: project.id } })).toBe(3);
  expect(await read()).toEqual(before);
  const replay = await make.delivery(project, { replayOf: applied });
  expect((await reads.findDelivery(project.id, applied))?.replays).toMatchObject([{ id: replay.id }]);
  const foreign = await make.project(accountId);
  expect([
    await reads.findDelivery(foreign.id, applied),
    await reads.findReplayable(foreign.id, [applied]),
  ]).toEqual([null, []]);
});

it('a project that keeps builds for fewer days loses only its own, and only those', async () => {
  const { accountId } = await make.studio();
  const [short, other] = [await make.project(accountId), await make.project(accountId)];
  const build = async (project: typeof short, buildNumber: string, days: number) => {
    const at = daysAgo(days);
    await make.buildRun(project, {
      integrationId: project.id,
      buildNumber,
      createdAt: at,
      updatedAt: at,
      finishedAt: at,
      statusAt: at,
    });
  };
  for (const project of [short, other])
    for (const [number, days] of [
      ['1', 400],
      ['2', 200],
      ['3', 95],
      ['4', 80],
    ] as const)
      await build(project, number, days);
  const left = async ({ id: projectId }: typeof short) => {
    const rows = await prisma.buildRun.findMany({ where: { projectId }, orderBy: { buildNumber: 'asc' } });
    return rows.map(({ buildNumber }) => buildNumber);
  };
  await prisma.projectRetention.create({ data: { projectId: short.id, kind: 'builds', days: 100 } });
  await run({});
  expect([await left(short), await left(other)]).toEqual([
    ['3', '4'],
    ['1', '2', '3', '4'],
  ]);
  await run({ build_runs: 300 });
  expect([await left(short), await left(other)]).toEqual([
    ['3', '4'],
    ['2', '3', '4'],
  ]);
  expect((await prisma.retentionSweep.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name)).toEqual([
    'build_runs',
    `build_runs:${short.id}`,
  ]);
  // A longer time of the project's own has no effect.
  await prisma.projectRetention.updateMany({ data: { days: 3_000 } });
  await forgetSweeps();
  await run({ build_runs: 90 });
  expect([await left(short), await left(other)]).toEqual([['4'], ['4']]);
  await prisma.projectRetention.deleteMany();
  await run({});
  expect(await prisma.retentionSweep.count()).toBe(0);
});
