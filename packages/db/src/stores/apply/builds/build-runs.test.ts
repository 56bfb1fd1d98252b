import { afterAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import {
  buildReport,
  factories,
  newAppliedProject,
  openTestDatabase,
  REPORTED_AT,
  testDatabase,
} from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId } = await factories(database).studio();

async function listBuilds(projectId: number) {
  const rows = await prisma.buildRun.findMany({ where: { projectId }, orderBy: { jobKey: 'asc' } });
  return rows.map(({ jobKey, jobName, buildNumber, status }) => [jobKey, jobName, buildNumber, status]);
}

describe('builds of jobs with a key', () => {
  it('are identified by their key, whatever the jobs are named', async () => {
    const { report, projectId } = await newAppliedProject(database, accountId);
    const tools = buildReport({ jobName: 'CI', jobKey: 'tools' });
    await report(buildReport({ jobName: 'CI', jobKey: 'game' }), tools);
    await report({ ...tools, status: 'failed', reportedAt: REPORTED_AT + 1 });
    expect(await listBuilds(projectId)).toEqual([
      ['game', 'CI', '7', 'completed'],
      ['tools', 'CI', '7', 'failed'],
    ]);
  });

  it.each([
    ['in order', (reports: Operation[]) => reports],
    ['in reverse', (reports: Operation[]) => reports.toReversed()],
  ])('show the newer name of a renamed job, reported %s', async (_, ordered) => {
    const { report, projectId } = await newAppliedProject(database, accountId);
    const attempts: Operation[] = [
      buildReport({ jobName: 'CI', jobKey: 'game', status: 'failed' }),
      buildReport({ jobName: 'Build', jobKey: 'game', attempt: 2, reportedAt: REPORTED_AT + 1 }),
    ];
    for (const attempt of ordered(attempts)) await report(attempt);
    expect(await listBuilds(projectId)).toEqual([['game', 'Build', '7', 'completed']]);
  });
});

it('a job without a key uses its name as key, which has no field weight', async () => {
  const { report, projectId } = await newAppliedProject(database, accountId);
  await report(buildReport());
  await report(buildReport({ branch: 'main', reportedAt: REPORTED_AT + 1 }));
  expect(await prisma.buildRun.findMany({ where: { projectId } })).toMatchObject([
    { jobKey: 'win', jobName: 'win', fieldWeights: { branch: [1, 1, REPORTED_AT + 1] } },
  ]);
});
