import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { daysAgo, retentionFixture, writtenAgo } from './retention.fixture.js';

const fixture = await retentionFixture();
const { database, prisma, make, studio, project, build, loggedBuild, sweep, buildIds } = fixture;
afterAll(() => database.close());

beforeEach(async () => {
  for (const table of ['deployment', 'buildRun', 'change', 'asset', 'task'] as const)
    await (prisma[table] as { deleteMany(): Promise<unknown> }).deleteMany();
});

/** Builds of the job that supersede older ones. */
async function recentBuilds(): Promise<number[]> {
  return [await build(2, { status: 'failed' }), await build(1)];
}

const newInvestigation = (buildRunId: number, status: 'pending' | 'completed') =>
  prisma.investigation.create({
    data: {
      accountId: studio.accountId,
      projectId: project.id,
      buildRunId,
      status,
      creditsCharged: 1,
      chargedOn: daysAgo(91),
    },
  });

describe('retention of builds deletes', () => {
  it('builds that ended long ago, with all that belongs to them', async () => {
    const old = await loggedBuild(92, { status: 'cancelled' });
    await prisma.buildStep.create({
      data: { buildRunId: old, name: 'cook', status: 'completed', statusAt: daysAgo(92) },
    });
    await prisma.buildArtifact.create({ data: { buildRunId: old, name: 'game.zip' } });
    await newInvestigation(old, 'completed');
    for (const status of ['completed', 'failed', 'passed_pending_approval']) await build(92, { status });
    const kept = [await build(88), ...(await recentBuilds())];
    expect(await sweep('build_runs')).toBe(4);
    expect(await buildIds()).toEqual(kept);
    const rest = [prisma.buildStep, prisma.buildArtifact, prisma.buildLog, prisma.investigation] as const;
    for (const table of rest) expect(await (table as { count(): Promise<number> }).count()).toBe(0);
  });
});

describe('retention of builds never deletes', () => {
  it.each(['queued', 'preparing', 'building'])('a build that is %s', async (status) => {
    const running = await build(400, { status, finishedAt: null });
    const recent = await recentBuilds();
    expect(await sweep('build_runs')).toBe(0);
    expect(await buildIds()).toEqual([running, ...recent]);
  });

  it.each([
    ['updated', { updatedAt: daysAgo(1) }],
    ['finished', { finishedAt: daysAgo(1), jobName: 'slow' }],
  ])('a build that was created long ago and %s recently', async (_what, fields) => {
    await build(400, fields);
    await recentBuilds();
    expect(await sweep('build_runs')).toBe(0);
  });

  it('the newest passing and the newest failed build of each job and branch', async () => {
    const old: number[] = [];
    for (const jobName of ['win', 'mac'])
      for (const branch of ['main', 'release'])
        for (const status of ['completed', 'failed']) {
          await build(300, { jobName, branch, status });
          old.push(await build(200, { jobName, branch, status }));
        }
    // The job has not passed since its first failure, which the console shows.
    const broken = await build(250, { jobName: 'linux', status: 'failed' });
    const passed = await build(260, { jobName: 'linux' });
    await build(240, { jobName: 'linux', status: 'failed' });
    const latest = await build(230, { jobName: 'linux', status: 'failed' });
    expect(await sweep('build_runs')).toBe(9);
    expect(await buildIds()).toEqual([...old, broken, passed, latest]);
  });

  it('the newest build of a branch, until the job has had 200 others that ended like it', async () => {
    const branch = await build(150, { branch: 'feature', status: 'failed' });
    await build(1);
    const others = (count: number) =>
      prisma.$executeRaw`
        INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status,
          status_at, build_type, branch, finished_at)
        SELECT ${project.accountId}::int, ${project.id}::int, 1, 'Harbor-Win64', 'Harbor-Win64', gen_random_uuid()::text,
          'failed', now(), 'unreal', 'main', now() FROM generate_series(1, ${count}::int)`;
    await others(199);
    await sweep('build_runs');
    expect(await prisma.buildRun.count({ where: { id: branch } })).toBe(1);
    await others(1);
    await sweep('build_runs');
    expect(await prisma.buildRun.count({ where: { id: branch } })).toBe(0);
  });

  it('a build that a deployment ships, that is being investigated, or whose log was purged', async () => {
    const [shipped, investigated, purged] = [await build(200), await build(200), await build(200)] as const;
    await make.deployment(project, { buildRunId: shipped });
    await newInvestigation(investigated, 'pending');
    await prisma.buildLogPurge.create({ data: { buildRunId: purged, purgedAt: daysAgo(199), purgedById: 1 } });
    const recent = await recentBuilds();
    expect(await sweep('build_runs')).toBe(0);
    expect(await buildIds()).toEqual([shipped, investigated, purged, ...recent]);
  });
});

describe('retention of logs', () => {
  const logged = async () =>
    (await prisma.buildLog.findMany({ orderBy: { buildRunId: 'asc' } })).map(({ buildRunId }) =>
      Number(buildRunId),
    );

  it('deletes the logs of builds that stay, and says so on the builds', async () => {
    const old = await loggedBuild(92);
    const [young, newest] = [await loggedBuild(88), await loggedBuild(1)];
    expect(await sweep('build_logs')).toBe(1);
    expect(await logged()).toEqual([young, newest]);
    const row = await prisma.buildRun.findUniqueOrThrow({ where: { id: old } });
    expect([row.hasLog, row.updatedAt < daysAgo(91)]).toEqual([false, true]);
  });

  it('keeps those of running builds, of the newest builds of a job, and of builds that are being investigated', async () => {
    const kept = [
      await loggedBuild(200, { status: 'building', finishedAt: null }),
      await loggedBuild(200, { status: 'failed' }),
      await loggedBuild(200, { jobName: 'mac' }),
    ];
    const investigated = await loggedBuild(300);
    await newInvestigation(investigated, 'pending');
    await build(1);
    expect(await sweep('build_logs')).toBe(0);
    expect(await logged()).toEqual([...kept, investigated]);
  });

  it('keeps a log that was stored recently, however old the build is', async () => {
    const id = await loggedBuild(200);
    await prisma.buildLog.update({ where: { buildRunId: id }, data: { receivedAt: daysAgo(1) } });
    await build(1);
    expect(await sweep('build_logs')).toBe(0);
  });
});

describe('retention of changes', () => {
  const change = async (days: number, fields: Readonly<Record<string, unknown>> = {}) =>
    make.change(project, { ...writtenAgo(days), timestamp: daysAgo(days), ...fields });
  const left = async () =>
    (await prisma.change.findMany({ orderBy: { id: 'asc' } })).map(({ identifier }) => identifier);

  it('deletes old changes with their files, and leaves those that were made or reported recently', async () => {
    const { id } = await change(92);
    await prisma.changeFile.create({ data: { changeId: id, path: 'Content/A.uasset', action: 'edit' } });
    await change(92, { orphanedAt: daysAgo(92) });
    const kept = [
      await change(88),
      await change(92, { updatedAt: daysAgo(1) }),
      await change(92, { timestamp: daysAgo(1) }),
    ];
    expect(await sweep('changes')).toBe(2);
    expect(await left()).toEqual(kept.map(({ identifier }) => identifier));
    expect(await prisma.changeFile.count()).toBe(0);
  });

  it('never deletes a change that a task, an approval, a build or a deployment names', async () => {
    const hash = (digit: string) => digit.repeat(40);
    const linked = await change(200);
    const task = await prisma.task.create({
      data: { accountId: studio.accountId, projectId: project.id, title: 'Fix the hull' },
    });
    await prisma.taskLink.create({ data: { taskId: task.id, changeId: linked.id, projectId: project.id } });
    const approved = await change(200);
    const asset = await make.asset(project);
    await make.approval(project, asset.id, { commitSha: approved.identifier, status: 'approved' });
    const listed = await change(200);
    await build(1, { changelist: listed.identifier });
    const built = await change(200, { identifier: hash('a') });
    await build(1, { commitHash: hash('a').slice(0, 8) });
    const shipped = await change(200, { identifier: hash('b') });
    await make.deployment(project, { commitHash: hash('b') });
    await change(200, { identifier: hash('c') });
    await make.assetEvent(project, asset.id, { changeId: (await change(200)).id });
    const kept = [linked, approved, listed, built, shipped].map(({ identifier }) => identifier);
    expect(await sweep('changes')).toBe(2);
    expect(await left()).toEqual(kept);
    const rest = [prisma.task.count(), prisma.approval.count(), prisma.asset.count(), prisma.assetEvent.count()];
    expect(await Promise.all(rest)).toEqual([1, 1, 1, 1]);
  });
});

describe('retention of deployments', () => {
  it('keeps the newest and the newest live deployment of each platform, branch and app', async () => {
    const deployment = async (days: number, fields: Readonly<Record<string, unknown>> = {}) =>
      (await make.deployment(project, { ...writtenAgo(days), statusAt: daysAgo(days), ...fields })).id;
    const kept: string[] = [];
    const other = [{ branch: 'beta' }, { externalId: '481' }, { platform: 'custom' }, {}];
    for (const place of other) {
      const gone = await deployment(400, { ...place, status: 'live' });
      await prisma.deploymentEvent.create({
        data: { deploymentId: gone, event: 'live', occurredAt: daysAgo(400) },
      });
      kept.push(await deployment(300, { ...place, status: 'live' }));
      await deployment(250, { ...place, status: 'in_review' });
      kept.push(await deployment(200, { ...place, status: 'rolled_back' }));
    }
    kept.push(await deployment(88));
    expect(await sweep('deployments')).toBe(9);
    const rows = await prisma.deployment.findMany({ orderBy: { number: 'asc' } });
    expect(rows.map(({ id }) => id)).toEqual(kept.filter((id) => id !== kept[7]));
    expect(await prisma.deploymentEvent.count()).toBe(0);
  });
});
