import { describe, expect, it } from '@jest/globals';
import { startPolling } from './polling.js';

const { prisma, make, jenkins, clock, worker, connected, begun, turn, stateOf, runOf } = await startPolling();

describe('a build whose end nobody told', () => {
  it('is read along while it runs, and to its end', async () => {
    const { id, build } = await begun();
    await turn();
    await turn();
    expect((await runOf(id, '7'))?.log).toMatchObject({ content: 'one\n', truncated: false });
    build.log += 'two\n';
    clock.advance(3_000);
    await turn();
    expect((await runOf(id, '7'))?.log?.content).toBe('one\ntwo\n');
    build.log += 'three\n';
    Object.assign(build, { running: false, artifacts: { 'Saved/Harbor 1.zip': 734_003_200 } });
    Object.assign(build.info, { result: 'FAILURE', duration: 61_500 });
    clock.advance(3_000);
    await turn();
    const run = await runOf(id, '7');
    expect(run).toMatchObject({ status: 'failed', hasLog: true, durationSeconds: 62 });
    expect(run?.log?.content).toBe('one\ntwo\nthree\n');
    expect(run?.artifacts).toEqual([
      expect.objectContaining({ name: 'Saved/Harbor 1.zip', sizeBytes: 734_003_200n }),
    ]);
  });

  it('asks only for what is new, also after a restart', async () => {
    const { id, jobName, build } = await begun();
    await turn();
    await turn();
    build.log += 'two\n';
    clock.advance(3_000);
    const restarted = worker();
    await turn(restarted);
    const asked = jenkins.requests.filter(({ path }) => path.includes(`${jobName}/7/logText`));
    expect(asked.map(({ path }) => path.split('?')[1])).toEqual(['start=0', 'start=4']);
    expect((await runOf(id, '7'))?.log?.content).toBe('one\ntwo\n');
  });

  it('leaves two lines in the ledger: that it began and that it is over', async () => {
    const { id, build } = await begun();
    await turn();
    await turn();
    build.log += 'more\n';
    clock.advance(3_000);
    await turn();
    build.running = false;
    clock.advance(3_000);
    await turn();
    const deliveries = await prisma.delivery.findMany({
      where: { integrationId: id },
      orderBy: { receivedAt: 'asc' },
    });
    expect(deliveries.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'build_polled applied',
      'build_polled applied',
    ]);
  });

  it('keeps the last 256,000 characters of a long log, and says so', async () => {
    const log = `${'ü'.repeat(99)}\n`.repeat(40_000);
    const { id } = await begun({ running: false, log });
    await turn();
    const stored = (await runOf(id, '7'))?.log;
    expect(stored?.truncated).toBe(true);
    expect(stored?.content).toBe(log.slice(-256_000));
  });

  it('catches up with a running build that has printed much', async () => {
    const line = `${'x'.repeat(20)}\n`;
    const { id } = await begun({ log: line.repeat(35_000) });
    await turn();
    await turn();
    const build = await prisma.jenkinsBuild.findFirstOrThrow({ where: { integrationId: id } });
    expect(Number(build.logOffset)).toBe(line.length * 35_000);
  });

  it('starts its log anew when the server did', async () => {
    const { id, build } = await begun({ log: 'before the restart\n' });
    await turn();
    await turn();
    Object.assign(build, { log: 'after\n', running: false });
    clock.advance(3_000);
    await turn();
    expect((await runOf(id, '7'))?.log?.content).toBe('after\n');
  });

  it('leaves a log alone that a report brought', async () => {
    const { id, runId } = await begun();
    const receivedAt = new Date(clock.now());
    const log = { buildRunId: runId, content: 'told\n', reportedAt: receivedAt, receivedAt };
    await prisma.buildLog.create({ data: log });
    await turn();
    await turn();
    expect((await runOf(id, '7'))?.log?.content).toBe('told\n');
  });

  it('brings the changes that it was built from', async () => {
    const item = {
      commitId: 'a'.repeat(40),
      msg: 'Fix',
      author: { fullName: 'Dana' },
      affectedPaths: ['Source/a.cpp'],
    };
    const { id } = await begun({ running: false, info: { changeSets: [{ kind: 'git', items: [item] }] } });
    await turn();
    const change = await prisma.change.findFirst({ where: { integrationId: id }, include: { files: true } });
    expect(change).toMatchObject({ identifier: item.commitId, author: 'Dana', fileCount: 1 });
  });

  it('is given up when the server does not know it', async () => {
    const { project, id } = await connected();
    await make.buildRun(project, { integrationId: id, jobName: 'gone', buildNumber: '7', status: 'building' });
    for (let failures = 0; failures < 9; failures += 1) {
      await turn();
      clock.advance(400_000);
    }
    const build = await prisma.jenkinsBuild.findFirstOrThrow({ where: { integrationId: id } });
    expect(build.settledAt).not.toBeNull();
    expect(await stateOf(id)).toMatchObject({ state: 'ok' });
  });

  it.each(['../../manage', 'a/../../b', '..'])('is never asked for under the name %s', async (jobName) => {
    const { project, id } = await connected();
    await make.buildRun(project, { integrationId: id, jobName, buildNumber: '7', status: 'building' });
    const before = jenkins.requests.length;
    await turn();
    expect(jenkins.requests.slice(before).map(({ path }) => path)).toEqual([]);
    const build = await prisma.jenkinsBuild.findFirstOrThrow({ where: { integrationId: id } });
    expect(build.settledAt).not.toBeNull();
  });
});

describe('builds that webhooks missed', () => {
  it('are found by their job', async () => {
    const { project, id } = await connected();
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
    await turn();
    await turn();
    const runs = await prisma.buildRun.findMany({ where: { integrationId: id }, orderBy: { buildNumber: 'asc' } });
    expect(runs.map(({ buildNumber, status }) => `${buildNumber} ${status}`)).toEqual([
      '3 completed',
      '4 completed',
      '5 completed',
    ]);
    expect((await runOf(id, '5'))?.log?.content).toBe('log 5\n');
  });

  it('get the log that the report of their end did not bring', async () => {
    const { id, runId } = await begun({ running: false, log: 'whole\n' });
    const finishedAt = new Date(clock.now() - 5_000);
    await prisma.buildRun.update({ where: { id: runId }, data: { status: 'completed', finishedAt } });
    await turn();
    expect((await runOf(id, '7'))?.log?.content).toBe('whole\n');
  });
});
