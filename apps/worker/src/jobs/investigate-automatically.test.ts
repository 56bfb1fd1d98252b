import { describe, expect, it } from '@jest/globals';
import { accountDay } from '@slipway/domain';
import type { ProjectFields } from '@slipway/testing';
import { job } from './investigate-build.js';
import { ERROR, HOUR_MS, logWith, OTHER, testJobContext } from './job-context.fixture.js';
import { job as settleJob } from './settle-problems.js';

const { prisma, make, context, newProject } = await testJobContext({ creditCost: 3 });

/** A studio with 100 credits, and a project whose builds finish one an hour. */
async function studioWith(fields: ProjectFields = {}) {
  const mode = { automaticInvestigation: 'every_failure' } as const;
  const { accountId, projectId, apply } = await newProject({ ...mode, ...fields });
  const start = Date.UTC(2026, 2, 3);
  let builds = 0;
  async function run(): Promise<void> {
    const pending = await prisma.investigation.findMany({ where: { projectId, status: 'pending' } });
    for (const { id } of pending) await job.run({ investigationId: id }, context);
    await settleJob.run({}, context);
  }
  return {
    accountId,
    projectId,
    run,
    /** Reports a build, and runs the investigations that this causes. */
    async build(status: 'failed' | 'completed', line: string | null = null, again?: string) {
      if (again === undefined) builds += 1;
      const number = again ?? String(builds);
      const reportedAt = start + Number(number) * HOUR_MS;
      const operation = {
        kind: 'build_report' as const,
        jobName: 'Harbor',
        buildNumber: number,
        attempt: 1,
        status,
        originalStatus: null,
        reportedAt,
        finishedAt: reportedAt,
        branch: 'main',
        ...logWith(line),
      };
      await apply([{ key: `${number} ${line}`, receivedAt: reportedAt, operations: [operation] }]);
      await run();
      return number;
    },
    async investigation(number: string) {
      return prisma.investigation.findFirst({
        where: { projectId, buildRun: { buildNumber: number } },
        orderBy: { createdAt: 'desc' },
      });
    },
    problems: () => prisma.problem.findMany({ where: { projectId }, orderBy: { id: 'asc' } }),
    credits: async () => (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).credits,
  };
}

describe('an automatic investigation', () => {
  it('charges the first failure after a pass, and not those that follow with the same cause', async () => {
    const studio = await studioWith();
    await studio.build('completed');
    const first = await studio.build('failed', ERROR);
    expect(await studio.investigation(first)).toMatchObject({
      status: 'completed',
      creditsCharged: 3,
      automatic: true,
    });
    const second = await studio.build('failed', ERROR.replace('3:1', '5:7'));
    expect(await studio.investigation(second)).toMatchObject({ status: 'completed', creditsCharged: 0 });
    expect(await studio.credits()).toBe(97);
    const third = await studio.build('failed', OTHER);
    expect(await studio.investigation(third)).toMatchObject({ status: 'completed', creditsCharged: 3 });
    await studio.build('completed');
    const fourth = await studio.build('failed', ERROR);
    expect(await studio.investigation(fourth)).toMatchObject({ creditsCharged: 3 });
    expect(await studio.credits()).toBe(91);
    expect((await studio.problems()).map(({ seenCount }) => seenCount)).toEqual([3, 1]);
  });

  it('stops at the budget of the day, and still records the problem', async () => {
    const studio = await studioWith({ automaticDailyCredits: 5 });
    await studio.build('failed', ERROR);
    const refused = await studio.build('failed', OTHER);
    expect(await studio.investigation(refused)).toBeNull();
    const free = await studio.build('failed', ERROR);
    expect(await studio.investigation(free)).toMatchObject({ status: 'completed', creditsCharged: 0 });
    expect(await studio.credits()).toBe(97);
    expect((await studio.problems()).map(({ seenCount }) => seenCount)).toEqual([2, 1]);
    const yesterday = new Date(accountDay(Date.now() - 36 * HOUR_MS).date);
    await prisma.investigation.updateMany({
      where: { projectId: studio.projectId },
      data: { chargedOn: yesterday },
    });
    const next = await studio.build('failed', OTHER);
    expect(await studio.investigation(next)).toMatchObject({ status: 'completed', creditsCharged: 3 });
  });

  it('is not made without credits', async () => {
    const studio = await studioWith();
    await prisma.account.update({ where: { id: studio.accountId }, data: { credits: 2 } });
    const number = await studio.build('failed', ERROR);
    expect(await studio.investigation(number)).toBeNull();
    expect(await studio.credits()).toBe(2);
  });

  it('is dropped if the project was paused in the meantime', async () => {
    const studio = await studioWith();
    await prisma.project.update({
      where: { id: studio.projectId },
      data: { automaticInvestigation: 'every_failure' },
    });
    const build = await make.buildRun({ id: studio.projectId, accountId: studio.accountId }, { status: 'failed' });
    await prisma.investigation.create({
      data: {
        accountId: studio.accountId,
        projectId: studio.projectId,
        buildRunId: build.id,
        automatic: true,
        creditsCharged: 0,
        chargedOn: new Date(),
      },
    });
    await prisma.project.update({ where: { id: studio.projectId }, data: { pausedAt: new Date() } });
    await studio.run();
    expect(await prisma.investigation.count({ where: { projectId: studio.projectId } })).toBe(0);
  });

  it('of a build without a log costs nothing, and is made again when the log arrives', async () => {
    const studio = await studioWith();
    const number = await studio.build('failed');
    expect(await studio.investigation(number)).toMatchObject({
      status: 'completed',
      category: 'infra',
      hasLog: false,
      creditsCharged: 0,
      fingerprint: null,
    });
    expect(await studio.problems()).toEqual([]);
    await studio.build('failed', ERROR, number);
    expect(await studio.investigation(number)).toMatchObject({
      status: 'completed',
      hasLog: true,
      creditsCharged: 3,
    });
    expect(await studio.credits()).toBe(97);
  });
});

describe('a finding', () => {
  it('says how often the cause was seen, that it came back, and how people marked it', async () => {
    const studio = await studioWith();
    await studio.build('failed', ERROR);
    const [problem] = await studio.problems();
    await prisma.problem.updateMany({ where: { projectId: studio.projectId }, data: { mark: 'flaky' } });
    const second = await studio.build('failed', ERROR);
    expect((await studio.investigation(second))?.diagnosis).toContain(
      'Seen in one other build since 3 March. Marked as flaky.',
    );
    for (let passes = 0; passes < 3; passes += 1) await studio.build('completed');
    expect(await studio.problems()).toMatchObject([{ state: 'resolved' }]);
    const back = await studio.build('failed', ERROR);
    expect((await studio.investigation(back))?.diagnosis).toContain(
      'Seen in 2 other builds since 3 March. It came back after it was resolved on 3 March. Marked as flaky.',
    );
    expect(await studio.problems()).toMatchObject([{ id: problem?.id, state: 'open', regressions: 1 }]);
  });
});
