import { describe, expect, it } from '@jest/globals';
import type { NotificationFilter } from '@slipway/contracts';
import type { BuildReport } from '@slipway/domain';
import { buildReport } from '@slipway/testing';
import { findJobBuild } from '../../reads/builds/build-points.js';
import { reads } from '../../reads/notifications/filter-matches.js';
import { addBuildToProblem, lockProblemOf } from '../problems/record-problem.js';
import { setFilter } from './filters.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, watched } = await watchedProjects();

const MINUTE_MS = 60_000;
const START = Date.now() - 60 * MINUTE_MS;
const EVERYTHING: NotificationFilter = {
  jobs: 'main',
  job_patterns: [],
  branch_patterns: [],
  problems: ['new', 'came_back', 'known'],
  shipping_only: false,
};

/** A project whose main job is `main`, and whose owner follows some builds. Builds end one a minute. */
async function followed(filter: Partial<NotificationFilter> | null) {
  const project = await watched('main_job.broke');
  const { projectId, ownerId, inboxOf } = project;
  await prisma.project.update({ where: { id: projectId }, data: { mainJobName: 'main' } });
  await prisma.notificationRule.create({ data: { event: 'main_job.recovered', projectId, userId: ownerId } });
  if (filter !== null) await setFilter(database, { projectId, userId: ownerId }, { ...EVERYTHING, ...filter });
  let minute = 0;
  async function end(jobName: string, status: 'completed' | 'failed', fields: Partial<BuildReport> = {}) {
    minute += 1;
    const at = START + minute * MINUTE_MS;
    const ended = { buildNumber: String(minute), status, reportedAt: at, finishedAt: at };
    await project.report(buildReport({ jobName, ...ended, ...fields }));
    const run = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(minute) } });
    return Number(run.id);
  }
  /** Fails for a cause that is known when the message is released. */
  async function fail(jobName: string, cause: string) {
    const build = await findJobBuild(database, projectId, await end(jobName, 'failed'));
    if (build === null) throw new Error('there is no such build');
    const named = { category: 'compile', tool: 'cpp', title: cause, message: cause };
    const problem = {
      fingerprint: cause.padEnd(64, '0'),
      rule: 1,
      ...named,
      file: null,
      symbol: null,
      test: null,
    };
    const seen = { build, cause: problem, suspectedChangeId: null, isCause: true };
    await database.modelTransaction(async (tx) =>
      addBuildToProblem(tx, { ...seen, problemId: await lockProblemOf(tx, seen) }),
    );
  }
  const titles = async () => (await inboxOf(ownerId)).map(({ message }) => message.title);
  return { ...project, end, fail, titles };
}

describe('somebody who follows', () => {
  it('nothing in particular hears of the main job only', async () => {
    const { end, titles } = await followed(null);
    await end('main', 'failed');
    await end('Harbor-PS5', 'failed');
    expect(await titles()).toEqual(['main is broken']);
  });

  it('all jobs hears of each', async () => {
    const { end, titles } = await followed({ jobs: 'all' });
    await end('main', 'failed');
    await end('Harbor-PS5', 'failed');
    await end('Harbor-PS5', 'completed');
    expect(await titles()).toEqual(['main is broken', 'Harbor-PS5 is broken', 'Harbor-PS5 recovered']);
  });

  it('jobs by a pattern hears of those, in whatever case, and of no others', async () => {
    const { end, titles, notifications } = await followed({ jobs: 'matching', job_patterns: ['harbor-*', 'a_b'] });
    for (const job of ['Harbor-Win64', 'Old-Harbor-Win64', 'axb', 'a_b']) await end(job, 'failed');
    expect(await titles()).toEqual(['Harbor-Win64 is broken', 'a_b is broken']);
    expect(await notifications()).toHaveLength(2);
  });

  it('a branch hears when it breaks, although another branch has broken the job before', async () => {
    const { end, titles } = await followed({ branch_patterns: ['main', 'release/*'] });
    await end('main', 'completed', { branch: 'main' });
    await end('main', 'failed', { branch: 'feature/fog' });
    await end('main', 'failed', { branch: 'main' });
    await end('main', 'completed', { branch: 'feature/fog' });
    expect(await titles()).toEqual(['main is broken']);
    await end('main', 'completed', { branch: 'main' });
    await end('main', 'failed', { branch: 'release/1.2' });
    expect(await titles()).toEqual(['main is broken', 'main recovered', 'main is broken']);
  });

  it('shipping builds hears when one breaks, although a development build has broken the job before', async () => {
    const { end, titles } = await followed({ shipping_only: true });
    await end('main', 'failed', { targetType: 'development' });
    expect(await titles()).toEqual([]);
    await end('main', 'failed', { targetType: 'shipping' });
    expect(await titles()).toEqual(['main is broken']);
  });

  it('new problems does not hear of one that another job has shown before', async () => {
    const { fail, titles } = await followed({ jobs: 'all', problems: ['new'] });
    await fail('Harbor-PS5', 'Drag is missing');
    await fail('main', 'Drag is missing');
    expect(await titles()).toEqual(['Harbor-PS5 is broken']);
  });

  it('problems that came back hears of those, and of the recovery', async () => {
    const { fail, end, titles, projectId } = await followed({ problems: ['came_back'] });
    await fail('main', 'Drag is missing');
    await end('main', 'completed');
    expect(await titles()).toEqual([]);
    const resolvedAt = new Date(START + 2.5 * MINUTE_MS);
    await prisma.problem.updateMany({ where: { projectId }, data: { state: 'resolved', resolvedAt } });
    await fail('main', 'Drag is missing');
    expect(await titles()).toEqual(['main is broken']);
    await prisma.problem.updateMany({ where: { projectId }, data: { state: 'ignored' } });
    await end('main', 'completed');
    expect(await titles()).toEqual(['main is broken', 'main recovered']);
  });

  it.each([
    ['builds of any kind', {}],
    ['nothing in particular', null],
  ])('%s never hears of an ignored problem', async (_, filter) => {
    const { fail, end, titles, projectId } = await followed(filter);
    await fail('main', 'Drag is missing');
    await prisma.problem.updateMany({ where: { projectId }, data: { state: 'ignored' } });
    await end('main', 'completed');
    expect(await titles()).toEqual([]);
  });
});

it('a preview names the jobs of the failed builds that a filter would have matched', async () => {
  const { end, fail, projectId } = await followed(null);
  for (const branch of ['main', 'main', 'feature/fog']) await end('Harbor-Win64', 'failed', { branch });
  await end('Harbor-PS5', 'failed', { branch: 'main', targetType: 'shipping' });
  await fail('Lantern', 'Drag is missing');
  const matchesOf = (filter: Partial<NotificationFilter>) =>
    reads.findFilterMatches(database, projectId, { ...EVERYTHING, ...filter });
  const harbor: Partial<NotificationFilter> = { jobs: 'matching', job_patterns: ['Harbor-*'] };
  expect(await matchesOf(harbor)).toEqual({ failedBuilds: 4, jobNames: ['Harbor-Win64', 'Harbor-PS5'] });
  expect(await matchesOf({ ...harbor, branch_patterns: ['main'] })).toMatchObject({ failedBuilds: 3 });
  expect(await matchesOf({ ...harbor, shipping_only: true })).toMatchObject({ jobNames: ['Harbor-PS5'] });
  expect(await matchesOf({ jobs: 'all', problems: ['known'] })).toEqual({ failedBuilds: 0, jobNames: [] });
});
