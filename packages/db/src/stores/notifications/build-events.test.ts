import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport } from '@slipway/domain';
import { buildReport, factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId, userId } = await factories(database).studio();

const MINUTE_MS = 60_000;
const START = Date.now() - 60 * MINUTE_MS;

type Rule = { event: string; threshold?: number };

const DEFAULTS: readonly Rule[] = [
  { event: 'main_job.broke' },
  { event: 'main_job.recovered' },
  { event: 'main_job.still_broken', threshold: 3 },
];

/** A project whose owner follows its main job. */
async function watchedProject(rules: readonly Rule[] = DEFAULTS) {
  const project = await newAppliedProject(database, accountId);
  const { projectId } = project;
  await prisma.notificationRule.createMany({ data: rules.map((rule) => ({ ...rule, projectId, userId })) });
  return {
    ...project,
    events: async () => {
      const rows = await prisma.notification.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } });
      return rows.map(({ event }) => event);
    },
    rows: () => prisma.notification.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } }),
  };
}

/** Build `number`, which ended so many minutes after the start. */
function ended(number: number, status: 'completed' | 'failed', fields: Partial<BuildReport> = {}): BuildReport {
  const at = START + number * MINUTE_MS;
  return buildReport({ buildNumber: String(number), status, reportedAt: at, finishedAt: at, ...fields });
}

describe('the main job', () => {
  it('breaks once, however many builds fail, and recovers once', async () => {
    const { report, events } = await watchedProject([{ event: 'main_job.broke' }]);
    await report(ended(1, 'completed'));
    await report(ended(2, 'failed'));
    await report(ended(3, 'failed'));
    await report(ended(4, 'completed'));
    await report(ended(5, 'completed'));
    expect(await events()).toEqual(['main_job.broke', 'main_job.recovered']);
  });

  it('breaks again after it recovered', async () => {
    const { report, events } = await watchedProject();
    for (const [number, status] of [
      [1, 'completed'],
      [2, 'failed'],
      [3, 'completed'],
      [4, 'failed'],
    ] as const)
      await report(ended(number, status));
    expect(await events()).toEqual(['main_job.broke', 'main_job.recovered', 'main_job.broke']);
  });

  it('is reported as still broken when the number of a rule is reached', async () => {
    const { report, rows } = await watchedProject();
    for (const number of [1, 2, 3, 4, 5]) await report(ended(number, 'failed'));
    const still = (await rows()).filter(({ event }) => event === 'main_job.still_broken');
    expect(still.map(({ detail }) => detail)).toEqual([{ failures: 3, threshold: 3 }]);
  });

  it('has one thread for an outage', async () => {
    const { report, rows } = await watchedProject();
    await report(ended(1, 'completed'));
    for (const number of [2, 3, 4]) await report(ended(number, 'failed'));
    await report(ended(5, 'completed'));
    const threads = (await rows()).map(({ threadKey }) => threadKey);
    expect(threads).toHaveLength(3);
    expect(new Set(threads).size).toBe(1);
  });

  it('breaks once if an earlier failure is reported later', async () => {
    const { report, events } = await watchedProject();
    await report(ended(1, 'completed'));
    await report(ended(3, 'failed'));
    await report(ended(2, 'failed'));
    expect(await events()).toEqual(['main_job.broke']);
  });

  it('is not broken by an old failure that is reported after a newer pass', async () => {
    const { report, events } = await watchedProject();
    await report(ended(3, 'completed'));
    await report(ended(2, 'failed'));
    expect(await events()).toEqual([]);
  });

  it('breaks once for a batch of 500 failures', async () => {
    const { apply, rows } = await watchedProject([{ event: 'main_job.broke' }]);
    const operations = Array.from({ length: 500 }, (_, index) =>
      ended(2, 'failed', { buildNumber: String(index + 2) }),
    );
    await apply([{ key: 'batch', operations: [ended(1, 'completed'), ...operations] }]);
    expect(await rows()).toMatchObject([{ event: 'main_job.broke', detail: { failures: 500 } }]);
  });

  it('breaks once for 500 failures in many batches, with their number as long as the message waits', async () => {
    const { apply, rows, projectId } = await watchedProject([{ event: 'main_job.broke' }]);
    await apply([{ key: 'pass', operations: [ended(1, 'completed')] }]);
    const batch = (first: number) =>
      Array.from({ length: 50 }, (_, n) => ended(2, 'failed', { buildNumber: String(first + n) }));
    for (let n = 0; n < 10; n += 1) await apply([{ key: `batch ${n}`, operations: batch(2 + 50 * n) }]);
    expect(await rows()).toMatchObject([{ event: 'main_job.broke', detail: { failures: 500 } }]);
    await prisma.notification.updateMany({ where: { projectId }, data: { releasedAt: new Date() } });
    await apply([{ key: 'later', operations: batch(600) }]);
    expect(await rows()).toMatchObject([{ detail: { failures: 500 } }]);
  });

  it('breaks once if concurrent batches report the failures', async () => {
    const { apply, events } = await watchedProject([{ event: 'main_job.broke' }]);
    await apply([{ key: 'pass', operations: [ended(1, 'completed')] }]);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        apply([{ key: `fail ${index}`, operations: [ended(index + 2, 'failed')] }]),
      ),
    );
    expect(await events()).toEqual(['main_job.broke']);
  });

  it('does not break again when the delivery is replayed', async () => {
    const { apply, events } = await watchedProject([{ event: 'main_job.broke' }]);
    const item = { key: 'k', operations: [ended(1, 'failed')] };
    await apply([{ ...item, id: '00000000-0000-7000-8000-000000000001' }]);
    await prisma.notification.updateMany({ data: { releasedAt: new Date() } });
    const replay = { key: 'k', of: '00000000-0000-7000-8000-000000000001', requestedAt: Date.now() };
    await apply([{ ...item, key: 'r', replay: replay as never }]);
    expect(await events()).toEqual(['main_job.broke']);
  });
});

describe('a message about a broken build', () => {
  const waitsMs = ({ releaseAt, createdAt }: { releaseAt: Date; createdAt: Date }) =>
    releaseAt.getTime() - createdAt.getTime();

  it('waits up to ten seconds for an investigation that has begun', async () => {
    const { report, rows, projectId } = await watchedProject([{ event: 'main_job.broke' }]);
    await report(buildReport({ buildNumber: '1', status: 'building', reportedAt: START }));
    const { id: buildRunId } = await prisma.buildRun.findFirstOrThrow({ where: { projectId } });
    await prisma.investigation.create({
      data: { accountId, projectId, buildRunId, creditsCharged: 0, chargedOn: new Date() },
    });
    await report(ended(1, 'failed'));
    expect((await rows()).map(waitsMs)).toEqual([10_000]);
  });

  it('is due before the message that the job recovered', async () => {
    const { report, rows, projectId } = await watchedProject([{ event: 'main_job.broke' }]);
    await report(ended(1, 'failed'));
    const soon = new Date(Date.now() + 30_000);
    await prisma.notification.updateMany({ where: { projectId }, data: { releaseAt: soon } });
    await report(ended(2, 'completed'));
    expect((await rows()).map(({ event, releaseAt }) => [event, releaseAt])).toEqual([
      ['main_job.broke', soon],
      ['main_job.recovered', soon],
    ]);
  });

  it('is due immediately if nobody investigates', async () => {
    const { report, rows } = await watchedProject([{ event: 'main_job.broke' }]);
    await report(ended(1, 'failed'));
    expect((await rows()).map(waitsMs)).toEqual([0]);
  });
});

describe('no notification is written', () => {
  it('in a project without rules', async () => {
    const { report, events } = await watchedProject([]);
    await report(ended(1, 'failed'));
    expect(await events()).toEqual([]);
  });

  it('for another job than the main job', async () => {
    const { report, events, projectId } = await watchedProject();
    await prisma.project.update({ where: { id: projectId }, data: { mainJobName: 'win' } });
    await report(ended(1, 'failed', { jobName: 'nightly' }));
    expect(await events()).toEqual([]);
  });

  it('for builds that ended more than a day ago', async () => {
    const { report, events } = await watchedProject();
    const at = Date.now() - 48 * 60 * MINUTE_MS;
    await report(buildReport({ status: 'failed', reportedAt: at, finishedAt: at }));
    expect(await events()).toEqual([]);
  });
});
