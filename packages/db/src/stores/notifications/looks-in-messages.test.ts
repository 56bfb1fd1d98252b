import { expect, it } from '@jest/globals';
import { buildReport } from '@slipway/testing';
import { reads as lookReads } from '../../reads/problems/looks.js';
import { reads as problemReads } from '../../reads/problems/problems.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, watched } = await watchedProjects();
const AT = Date.now() - 60_000;

/** A project whose main job broke because of a problem. */
async function brokenProject(problem: object) {
  const project = await watched('main_job.broke');
  const { accountId, projectId, report } = project;
  await report(buildReport({ jobName: 'Harbor-Win64', status: 'failed', reportedAt: AT, finishedAt: AT }));
  const { id: buildRunId } = await prisma.buildRun.findFirstOrThrow({ where: { projectId } });
  const seenAt = new Date(AT);
  const times = {
    firstSeenAt: seenAt,
    lastSeenAt: seenAt,
    firstBuildRunId: buildRunId,
    lastBuildRunId: buildRunId,
  };
  const of = { accountId, projectId, fingerprint: 'f'.repeat(64), category: 'compile', title: 'Drag is missing' };
  const { id } = await prisma.problem.create({
    data: { ...of, ...times, builds: { create: { buildRunId, seenAt } }, ...problem },
  });
  const message = async () => {
    const [content] = await project.inboxOf(project.ownerId);
    const fact = content?.message.facts.find(({ label }) => label === 'Should look');
    return { fact: fact?.value, data: content?.data['should_look'] };
  };
  return { ...project, problemId: Number(id), message };
}

async function looksOf(projectId: number, accountId: number, problemId: number) {
  const problem = await problemReads.findProblem(database, projectId, problemId);
  if (problem === null) throw new Error('there is no problem');
  const { looks } = await lookReads.readAttention(database, { id: projectId, accountId }, problem, Date.now());
  return looks;
}

it('a message names whoever the problem names first, people by name and programs by id', async () => {
  const studio = await watched('main_job.broke');
  const { name } = await prisma.user.update({ where: { id: studio.ownerId }, data: { name: 'Ana Lima' } });
  const { message, projectId, accountId, problemId } = await brokenProject({ assigneeUserId: null });
  await prisma.accountMembership.create({ data: { accountId, userId: studio.ownerId } });
  await prisma.problem.update({ where: { id: problemId }, data: { assigneeUserId: studio.ownerId } });
  const [look] = await looksOf(projectId, accountId, problemId);
  expect(look?.reasons).toEqual(['Takes care of it.']);
  expect(await message()).toEqual({
    fact: `${name}: ${look?.reasons[0]}`,
    data: { user_id: studio.ownerId, group_id: null },
  });
});

it('a message names nobody who only owns the job, and nobody who left the account', async () => {
  const { message: ofJob, projectId, accountId, ownerId, problemId } = await brokenProject({});
  await prisma.user.update({ where: { id: ownerId }, data: { name: 'Bo Reed' } });
  const rules = { projectId, text: 'job:* @bo-reed', userId: ownerId, savedAt: new Date() };
  await prisma.ownershipRules.create({ data: rules });
  await prisma.problemJob.create({
    data: {
      problemId,
      integrationId: 1,
      jobKey: 'h',
      branch: '',
      jobName: 'Harbor-Win64',
      lastSeenAt: new Date(AT),
      lastBuildRunId: 1,
    },
  });
  expect(await looksOf(projectId, accountId, problemId)).toMatchObject([{ owner: { userId: ownerId } }]);
  expect(await ofJob()).toEqual({ fact: undefined, data: null });
  const { message } = await brokenProject({ assigneeUserId: 999_999 });
  expect(await message()).toEqual({ fact: undefined, data: null });
});
