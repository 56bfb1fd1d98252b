import { describe, expect, it } from '@jest/globals';
import { pollingFixture } from './polling.fixture.js';

const { prisma, make, jenkins, clock, newPoller, newIntegration, startedBuild, poll, stateOf, runOf } =
  await pollingFixture();

describe('a build whose end was not reported', () => {
  it('is read until it ends', async () => {
    const { id, build } = await startedBuild();
    await poll();
    await poll();
    expect((await runOf(id, '7'))?.log).toMatchObject({ content: 'one\n', truncated: false });
    build.log += 'two\n';
    clock.advance(3_000);
    await poll();
    expect((await runOf(id, '7'))?.log?.content).toBe('one\ntwo\n');
    build.log += 'three\n';
    Object.assign(build, { running: false, artifacts: { 'Saved/Harbor 1.zip': 734_003_200 } });
    Object.assign(build.info, { result: 'FAILURE', duration: 61_500 });
    clock.advance(3_000);
    await poll();
    const run = await runOf(id, '7');
    expect(run).toMatchObject({ status: 'failed', hasLog: true, durationSeconds: 62 });
    expect(run?.log?.content).toBe('one\ntwo\nthree\n');
    expect(run?.artifacts).toEqual([
      expect.objectContaining({ name: 'Saved/Harbor 1.zip', sizeBytes: 734_003_200n }),
    ]);
  });

  it('requests only new output, even after a restart', async () => {
    const { id, jobName, build } = await startedBuild();
    await poll();
    await poll();
    build.log += 'two\n';
    clock.advance(3_000);
    const restarted = newPoller();
    await poll(restarted);
    const requests = jenkins.requests.filter(({ path }) => path.includes(`${jobName}/7/logText`));
    expect(requests.map(({ path }) => path.split('?')[1])).toEqual(['start=0', 'start=4']);
    expect((await runOf(id, '7'))?.log?.content).toBe('one\ntwo\n');
  });

  it('adds two rows to the ledger: one for its start and one for its end', async () => {
    const { id, build } = await startedBuild();
    await poll();
    await poll();
    build.log += 'more\n';
    clock.advance(3_000);
    await poll();
    build.running = false;
    clock.advance(3_000);
    await poll();
    const deliveries = await prisma.delivery.findMany({
      where: { integrationId: id },
      orderBy: { receivedAt: 'asc' },
    });
    expect(deliveries.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'build_polled applied',
      'build_polled applied',
    ]);
  });

  it('stores the last 256,000 characters of a long log and marks it as truncated', async () => {
    const log = `${'ü'.repeat(99)}\n`.repeat(40_000);
    const { id } = await startedBuild({ running: false, log });
    await poll();
    const stored = (await runOf(id, '7'))?.log;
    expect(stored?.truncated).toBe(true);
    expect(stored?.content).toBe(log.slice(-256_000));
  });

  it('catches up when it has already printed a lot', async () => {
    const line = `${'x'.repeat(20)}\n`;
    const { id } = await startedBuild({ log: line.repeat(35_000) });
    await poll();
    await poll();
    const build = await prisma.jenkinsBuild.findFirstOrThrow({ where: { integrationId: id } });
    expect(Number(build.logOffset)).toBe(line.length * 35_000);
  });

  it('gets a new log when the server starts its console over', async () => {
    const { id, build } = await startedBuild({ log: 'before the restart\n' });
    await poll();
    await poll();
    Object.assign(build, { log: 'after\n', running: false });
    clock.advance(3_000);
    await poll();
    expect((await runOf(id, '7'))?.log?.content).toBe('after\n');
  });

  it('keeps the log that came with a report', async () => {
    const { id, runId } = await startedBuild();
    const receivedAt = new Date(clock.now());
    const log = { buildRunId: runId, content: 'reported\n', reportedAt: receivedAt, receivedAt };
    await prisma.buildLog.create({ data: log });
    await poll();
    await poll();
    expect((await runOf(id, '7'))?.log?.content).toBe('reported\n');
  });

  it('records the changes it builds', async () => {
    const item = {
      commitId: 'a'.repeat(40),
      msg: 'Fix',
      author: { fullName: 'Dana' },
      affectedPaths: ['Source/a.cpp'],
    };
    const { id } = await startedBuild({ running: false, info: { changeSets: [{ kind: 'git', items: [item] }] } });
    await poll();
    const change = await prisma.change.findFirst({ where: { integrationId: id }, include: { files: true } });
    expect(change).toMatchObject({ identifier: item.commitId, author: 'Dana', fileCount: 1 });
  });

  it('is abandoned when the server does not know it', async () => {
    const { project, id } = await newIntegration();
    await make.buildRun(project, { integrationId: id, jobName: 'gone', buildNumber: '7', status: 'building' });
    for (let failures = 0; failures < 9; failures += 1) {
      await poll();
      clock.advance(400_000);
    }
    const build = await prisma.jenkinsBuild.findFirstOrThrow({ where: { integrationId: id } });
    expect(build.settledAt).not.toBeNull();
    expect(await stateOf(id)).toMatchObject({ state: 'ok' });
  });

  it.each(['../../manage', 'a/../../b', '..'])('causes no request when its job is named %s', async (jobName) => {
    const { project, id } = await newIntegration();
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: '7', status: 'building' });
    const before = jenkins.requests.length;
    await poll();
    expect(jenkins.requests.slice(before).map(({ path }) => path)).toEqual([]);
    const build = await prisma.jenkinsBuild.findFirstOrThrow({ where: { integrationId: id } });
    expect(build.settledAt).not.toBeNull();
  });
});

describe('a build that webhooks missed', () => {
  it('is found through its job', async () => {
    const { project, id } = await newIntegration();
    const jobName = `folder/job-${id}`;
    await make.buildRun(project, {
      integrationId: id,
      jobName,
      buildNumber: '3',
      hasLog: true,
      finishedAt: new Date(),
    });
    for (const number of [3, 4, 5]) jenkins.build(jobName, number, { running: false, log: `log ${number}\n` });
    const old = { timestamp: clock.now() - 30 * 24 * 3_600_000 };
    jenkins.build(jobName, 2, { running: false, info: old });
    await poll();
    await poll();
    const runs = await prisma.buildRun.findMany({ where: { integrationId: id }, orderBy: { buildNumber: 'asc' } });
    expect(runs.map(({ buildNumber, status }) => `${buildNumber} ${status}`)).toEqual([
      '3 completed',
      '4 completed',
      '5 completed',
    ]);
    expect((await runOf(id, '5'))?.log?.content).toBe('log 5\n');
  });

  it('gets its log when the report of its end had none', async () => {
    const { id, runId } = await startedBuild({ running: false, log: 'whole\n' });
    const finishedAt = new Date(clock.now() - 5_000);
    await prisma.buildRun.update({ where: { id: runId }, data: { status: 'completed', finishedAt } });
    await poll();
    expect((await runOf(id, '7'))?.log?.content).toBe('whole\n');
  });
});
