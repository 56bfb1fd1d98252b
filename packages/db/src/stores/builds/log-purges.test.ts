import { afterAll, describe, expect, it } from '@jest/globals';
import { applyPolledReport, purgeBuildLog, rememberPurgedKeys } from '@slipway/db';
import { buildReport, factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId, userId } = await factories(database).studio();
const { apply, projectId, integrationId } = await newAppliedProject(database, accountId, 'jenkins');

const NOW = Date.UTC(2026, 0, 1, 12);
const MINUTE_MS = 60_000;
let builds = 0;

/** A build whose log arrived in a delivery with a known key and was then purged. */
async function purgedBuild() {
  builds += 1;
  const buildNumber = String(builds);
  const reported = (content: string) => [
    buildReport({ buildNumber, jobName: 'Harbor', log: { content, truncated: false } }),
  ];
  const key = `first ${buildNumber}`;
  await apply([{ key, receivedAt: NOW - MINUTE_MS, operations: reported('the log') }]);
  const find = () =>
    prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber }, include: { log: true } });
  const buildRunId = Number((await find()).id);
  await purge(buildRunId);
  await rememberPurgedKeys(database, buildRunId, [key]);
  return { buildNumber, key, reported, find, buildRunId };
}

const purge = (buildRunId: number) =>
  database.modelTransaction((tx) => purgeBuildLog(tx, { projectId, buildRunId, userId, now: new Date(NOW) }));

describe('a purged log', () => {
  it('is deleted, and the build shows none', async () => {
    const { find } = await purgedBuild();
    expect(await find()).toMatchObject({ hasLog: false, log: null });
  });

  it('is not restored by a report received before the purge', async () => {
    const { key, reported, find } = await purgedBuild();
    await apply([{ key: `late ${key}`, receivedAt: NOW, operations: reported('a late log') }]);
    expect(await find()).toMatchObject({ hasLog: false, log: null });
  });

  it('is not restored by a replay, whenever the replayed delivery was received', async () => {
    const { key, reported, find } = await purgedBuild();
    const replay = { of: '00000000-0000-7000-8000-000000000001', key, requestedAt: NOW + MINUTE_MS };
    await apply([{ key: `replay ${key}`, replay, receivedAt: NOW + MINUTE_MS, operations: reported('the log') }]);
    expect(await find()).toMatchObject({ hasLog: false, log: null });
  });

  it('is not restored by a repeat of the delivery after its window', async () => {
    const { key, reported, find } = await purgedBuild();
    await prisma.deliveryKey.deleteMany({ where: { integrationId, key } });
    await apply([{ key, receivedAt: NOW + MINUTE_MS, operations: reported('the log') }]);
    expect(await find()).toMatchObject({ hasLog: false, log: null });
  });

  it('is not restored by polling, which reads the same console again', async () => {
    const { reported, find } = await purgedBuild();
    const [report] = reported('the log');
    const scope = {
      accountId,
      projectId,
      integrationId,
      provider: 'jenkins',
      approvalAssetTypes: [],
      hasNotificationRules: false,
      hasCulpritSearch: false,
      updatesGithub: false,
      engine: 'unreal' as const,
      receivedAt: NOW + MINUTE_MS,
    };
    if (report === undefined) throw new Error('no report');
    await database.modelTransaction((tx) => applyPolledReport(tx, { scope, report, baseUrl: '' }));
    expect(await find()).toMatchObject({ hasLog: false, log: null });
  });

  it('can be replaced by a later log', async () => {
    const { key, reported, find } = await purgedBuild();
    await apply([{ key: `new ${key}`, receivedAt: NOW + MINUTE_MS, operations: reported('a new log') }]);
    expect(await find()).toMatchObject({ hasLog: true, log: { content: 'a new log' } });
  });

  it('is removed whether a report of it is applied before or after the purge', async () => {
    const { key, reported, find, buildRunId } = await purgedBuild();
    await apply([{ key: `new ${key}`, receivedAt: NOW + 1, operations: reported('a new log') }]);
    await prisma.buildLogPurge.deleteMany({ where: { buildRunId } });
    const racing = Array.from({ length: 10 }, (_, n) =>
      apply([{ key: `race ${n} ${key}`, receivedAt: NOW - n, operations: reported(`log ${n}`) }]),
    );
    await Promise.all([...racing.slice(0, 5), purge(buildRunId), ...racing.slice(5)]);
    expect(await find()).toMatchObject({ hasLog: false, log: null });
  });

  it('cannot be purged through a project the build does not belong to', async () => {
    const { buildRunId } = await purgedBuild();
    const other = await newAppliedProject(database, accountId, 'jenkins');
    const now = new Date(NOW);
    const purged = await database.modelTransaction((tx) =>
      purgeBuildLog(tx, { projectId: other.projectId, buildRunId, userId, now }),
    );
    expect(purged).toBe(false);
  });
});
