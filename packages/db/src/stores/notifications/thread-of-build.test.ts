import { expect, it } from '@jest/globals';
import { buildReport } from '@slipway/testing';
import { watchedProjects } from './watched-project.fixture.js';

const { prisma, watched } = await watchedProjects();

const MINUTE_MS = 60_000;
const START = Date.now() - 60 * MINUTE_MS;

/** A project whose main job fails and passes; failed builds can be given a problem, as an investigation does. */
async function failingProject() {
  const project = await watched('main_job.broke');
  const { accountId, projectId, ownerId, report, inboxOf } = project;
  await prisma.notificationRule.create({ data: { event: 'main_job.recovered', projectId, userId: ownerId } });
  const build = async (number: number, status: 'completed' | 'failed') => {
    const at = START + number * MINUTE_MS;
    await report(buildReport({ buildNumber: String(number), status, reportedAt: at, finishedAt: at }));
    const run = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(number) } });
    return { buildRunId: run.id, seenAt: new Date(at) };
  };
  const [first, last] = [new Date(START), new Date()];
  const newProblem = (fingerprint: string) =>
    prisma.problem.create({
      data: {
        accountId,
        projectId,
        category: 'compile',
        title: 'Drag is missing',
        firstSeenAt: first,
        lastSeenAt: last,
        firstBuildRunId: 1,
        lastBuildRunId: 1,
        fingerprint: fingerprint.repeat(64),
      },
    });
  /** Reports a failed build of a problem, and releases its message. */
  const fail = async (number: number, problem?: { readonly id: bigint }) => {
    const seen = await build(number, 'failed');
    if (problem) await prisma.problemBuild.create({ data: { ...seen, problemId: problem.id } });
    await inboxOf(ownerId);
  };
  return {
    newProblem,
    fail,
    async pass(number: number) {
      await build(number, 'completed');
      await inboxOf(ownerId);
    },
    async threads() {
      const rows = await prisma.notification.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } });
      return rows.map(({ event, threadKey }) => [event, threadKey]);
    },
  };
}

it('the outages of one problem have one thread, which each recovery closes', async () => {
  const { newProblem, fail, pass, threads } = await failingProject();
  const problem = await newProblem('a');
  await fail(1, problem);
  await pass(2);
  await fail(3, problem);
  await pass(4);
  const thread = `problem:${problem.id}:0`;
  expect(await threads()).toEqual([
    ['main_job.broke', thread],
    ['main_job.recovered', thread],
    ['main_job.broke', thread],
    ['main_job.recovered', thread],
  ]);
});

it('a problem that comes back after it was resolved begins a new thread', async () => {
  const { newProblem, fail, pass, threads } = await failingProject();
  const problem = await newProblem('a');
  await fail(1, problem);
  await pass(2);
  await prisma.problem.update({ where: { id: problem.id }, data: { regressions: 1 } });
  await fail(3, problem);
  expect((await threads()).at(-1)).toEqual(['main_job.broke', `problem:${problem.id}:1`]);
});

it('outages with different problems, or without one, have threads of their own', async () => {
  const { newProblem, fail, pass, threads } = await failingProject();
  await fail(1, await newProblem('a'));
  await pass(2);
  await fail(3, await newProblem('b'));
  await pass(4);
  await fail(5);
  await pass(6);
  const keys = (await threads()).map(([, key]) => key);
  expect(new Set(keys).size).toBe(3);
  expect([keys[1], keys[3], keys[5]]).toEqual([keys[0], keys[2], keys[4]]);
});
