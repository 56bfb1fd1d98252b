import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport } from '@slipway/domain';
import { factories, openTestDatabase, type ProjectFields, projectApplier, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();

/** A project with these settings, and functions that report its builds. */
async function projectWith(fields: ProjectFields, owner = accountId) {
  const project = await make.project(owner, fields);
  const { id: integrationId } = await make.integration(project, 'jenkins');
  const { apply } = projectApplier(database, { ...project, integrationId, provider: 'jenkins' });
  let reports = 0;
  return {
    async report(jobName: string, buildNumber: string, fields: Partial<BuildReport> = {}) {
      reports += 1;
      const operation: BuildReport = {
        kind: 'build_report',
        jobName,
        buildNumber,
        attempt: 1,
        status: 'failed',
        originalStatus: null,
        reportedAt: 1_700_000_000_000 + reports,
        ...fields,
      };
      await apply([{ key: String(reports), operations: [operation] }]);
    },
    investigated: async () => {
      const rows = await prisma.investigation.findMany({
        where: { projectId: project.id },
        orderBy: { createdAt: 'asc' },
        include: { buildRun: { select: { buildNumber: true } } },
      });
      return rows.map(({ buildRun, status, automatic, hasLog, creditsCharged }) => ({
        number: buildRun.buildNumber,
        status,
        automatic,
        hasLog,
        creditsCharged,
      }));
    },
    complete: () =>
      prisma.investigation.updateMany({ where: { projectId: project.id }, data: { status: 'completed' } }),
  };
}

const log = { content: 'error: expected ;\n', truncated: false };
const requested = { status: 'pending', automatic: true, hasLog: true, creditsCharged: 0 };

describe('a build that fails', () => {
  it('is investigated where every failure is, and charged nothing yet', async () => {
    const { report, investigated } = await projectWith({ automaticInvestigation: 'every_failure' });
    await report('Harbor', '1', { log });
    await report('Docs', '1', { log });
    await report('Docs', '2', { status: 'completed', log });
    await report('Docs', '3', { status: 'cancelled', log });
    expect(await investigated()).toEqual([
      { number: '1', ...requested },
      { number: '1', ...requested },
    ]);
  });

  it('is investigated if its job is the main one, by name', async () => {
    const { report, investigated } = await projectWith({
      automaticInvestigation: 'main_jobs',
      mainJobName: 'Harbor',
    });
    await report('Docs', '1', { log });
    await report('Harbor', '2', { log });
    expect(await investigated()).toMatchObject([{ number: '2' }]);
  });

  it('is investigated if its job is the main one, by the number of its builds', async () => {
    const { report, investigated } = await projectWith({ automaticInvestigation: 'main_jobs' });
    for (const number of ['1', '2', '3']) await report('Harbor', number, { status: 'completed' });
    await report('Docs', '8', { log });
    await report('Harbor', '9', { log });
    expect(await investigated()).toMatchObject([{ number: '9' }]);
  });

  it('is investigated once, however often its failure is reported', async () => {
    const { report, investigated, complete } = await projectWith({ automaticInvestigation: 'every_failure' });
    await report('Harbor', '1', { status: 'building' });
    for (let times = 0; times < 3; times += 1) await report('Harbor', '1', { log });
    await complete();
    await report('Harbor', '1', { log });
    expect(await investigated()).toHaveLength(1);
  });

  it('is not investigated where that is off, or in a paused, archived or read-only project', async () => {
    const on = { automaticInvestigation: 'every_failure' } as const;
    const { accountId: lapsed } = await make.studio();
    await prisma.account.update({ where: { id: lapsed }, data: { readOnlyReason: 'trial_expired' } });
    const projects = await Promise.all([
      projectWith({ automaticInvestigation: 'off' }),
      projectWith({ ...on, pausedAt: new Date() }),
      projectWith({ ...on, archivedAt: new Date() }),
      projectWith(on, lapsed),
    ]);
    for (const { report, investigated } of projects) {
      await report('Harbor', '1', { log });
      expect(await investigated()).toEqual([]);
    }
  });
});

describe('a log that arrives after the failure', () => {
  it('replaces the finding that had none, and is investigated where failures are', async () => {
    const { report, investigated, complete } = await projectWith({ automaticInvestigation: 'every_failure' });
    await report('Harbor', '1');
    expect(await investigated()).toMatchObject([{ hasLog: false, status: 'pending' }]);
    await complete();
    await report('Harbor', '1', { log });
    expect(await investigated()).toMatchObject([
      { hasLog: false, status: 'failed', creditsCharged: 0 },
      { hasLog: true, status: 'pending' },
    ]);
  });

  it('leaves a finding that was based on a log', async () => {
    const { report, investigated, complete } = await projectWith({ automaticInvestigation: 'every_failure' });
    await report('Harbor', '1', { log });
    await complete();
    await report('Harbor', '1', { log: { content: 'more\n', truncated: false } });
    expect(await investigated()).toMatchObject([{ status: 'completed' }]);
  });

  it('only withdraws the finding where failures are investigated by hand', async () => {
    const off = await projectWith({ automaticInvestigation: 'every_failure' });
    await off.report('Harbor', '1');
    await off.complete();
    await prisma.project.updateMany({ where: { accountId }, data: { automaticInvestigation: 'off' } });
    await off.report('Harbor', '1', { log });
    expect(await off.investigated()).toMatchObject([{ hasLog: false, status: 'failed' }]);
  });
});
