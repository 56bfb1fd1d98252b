import { afterAll, expect, it } from '@jest/globals';
import { deploymentReport, factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId, userId } = await factories(database).studio();

const MINUTE_MS = 60_000;
const START = Date.now() - 60 * MINUTE_MS;

/** A project with a rule, and a function that reports a status of its one deployment. */
async function watchedProject(rules: readonly string[] = ['deployment.live']) {
  const { projectId, report } = await newAppliedProject(database, accountId);
  await prisma.notificationRule.createMany({ data: rules.map((event) => ({ event, projectId, userId })) });
  return {
    report: (status: 'in_review' | 'live' | 'rejected' | 'rolled_back', minutes: number) =>
      report(deploymentReport({ event: status, status, at: START + minutes * MINUTE_MS })),
    async events() {
      const rows = await prisma.notification.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } });
      return rows.map(({ event }) => event);
    },
  };
}

it('a deployment that goes live, is rolled back and goes live again is three events', async () => {
  const { report, events } = await watchedProject();
  await report('in_review', 0);
  await report('live', 1);
  await report('rolled_back', 2);
  await report('live', 3);
  expect(await events()).toEqual(['deployment.live', 'deployment.rolled_back', 'deployment.live']);
});

it('a repeated report is no second event', async () => {
  const { report, events } = await watchedProject();
  await report('rejected', 1);
  await report('rejected', 1);
  expect(await events()).toEqual(['deployment.rejected']);
});

it('an old report that arrives late is no event', async () => {
  const { report, events } = await watchedProject();
  await report('rolled_back', 2);
  await report('live', 1);
  expect(await events()).toEqual(['deployment.rolled_back']);
});

it.each([
  ['in a project without rules', [], 1],
  ['of more than a day ago', ['deployment.live'], -2_000],
])('a deployment %s is no event', async (_, rules, minutes) => {
  const { report, events } = await watchedProject(rules);
  await report('live', minutes);
  expect(await events()).toEqual([]);
});
