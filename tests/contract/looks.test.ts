import { expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make } = api;
const { prisma } = api.database;
const HOUR_MS = 3_600_000;
const START = Date.now() - 10 * HOUR_MS;

/** A project whose job passed at 100 and fails since 120, after changes of two people. */
async function failingJob() {
  const project = await make.project(api.accountId);
  const { userId: other } = await make.member(project);
  await prisma.projectMembership.create({ data: { projectId: project.id, userId: api.userId } });
  const changes: [string, number, string][] = [
    ['105', other, 'Content/Props/Crate.uasset'],
    ['110', api.userId, 'Source/Fog/Fog.cpp'],
    ['120', other, 'Docs/Readme.md'],
  ];
  for (const [identifier, authorUserId, file] of changes) {
    const { id: changeId } = await make.change(project, {
      identifier,
      displayIdentifier: `CL ${identifier}`,
      sourceType: 'Changelist',
      repository: `//depot/${project.id}`,
      branch: 'main',
      authorUserId,
      author: `user${authorUserId}`,
      timestamp: new Date(START + HOUR_MS + Number(identifier) * 1_000),
      fileCount: 1,
    });
    await prisma.changeFile.create({ data: { changeId, path: `//depot/main/${file}`, action: 'edit' } });
  }
  const at = new Date(START);
  const { id } = await prisma.problem.create({
    data: {
      accountId: api.accountId,
      projectId: project.id,
      fingerprint: 'f'.repeat(64),
      category: 'compile',
      title: 'error C2065',
      file: 'D:/ws/Source/Fog/Fog.cpp',
      firstSeenAt: at,
      lastSeenAt: at,
      firstBuildRunId: 1,
      lastBuildRunId: 1,
    },
  });
  for (const [index, [changelist, status]] of (
    [
      ['100', 'completed'],
      ['120', 'failed'],
    ] as const
  ).entries()) {
    const finishedAt = new Date(START + (index * 2 + 1) * HOUR_MS);
    const build = await make.buildRun(project, {
      changelist,
      status,
      branch: 'main',
      jobName: 'Harbor-PS5',
      startedAt: finishedAt,
      finishedAt,
      statusAt: finishedAt,
    });
    const seen = { problemId: id, buildRunId: build.id, seenAt: finishedAt };
    if (status === 'failed') await prisma.problemBuild.create({ data: seen });
  }
  return { project, other, id, path: `/v1/projects/${project.id}/problems/${id}` };
}

const own = (project: { readonly id: number }, text: string) =>
  prisma.ownershipRules.create({ data: { projectId: project.id, text, userId: api.userId, savedAt: new Date() } });

it('names the author of the change that touched the failing file, and why', async () => {
  const { path } = await failingJob();
  const { body } = await api.get(path);
  expect(body.should_look[0]).toEqual({
    user_id: api.userId,
    group_id: null,
    group: null,
    score: expect.any(Number),
    reasons: [
      expect.stringMatching(
        /^Made CL 110, which touched \/\/depot\/main\/Source\/Fog\/Fog\.cpp, which failed \(\d+% likely/,
      ),
    ],
  });
  expect(body.should_look[0].score).toBeGreaterThan(0.5);
});

it('names who owns the file, a group without anybody on call as a group', async () => {
  const { project, path } = await failingJob();
  const { id: groupId } = await prisma.accountGroup.create({
    data: { accountId: api.accountId, name: 'Rendering', slug: 'rendering' },
  });
  await own(project, '/Source/Fog/ @rendering');
  expect((await api.get(path)).body.should_look).toContainEqual({
    user_id: null,
    group_id: groupId,
    group: 'Rendering',
    score: 0.3,
    reasons: ['Owns “/Source/Fog/”.'],
  });
});

it('names whoever takes care of it first, and nobody once it is resolved', async () => {
  const { other, path } = await failingJob();
  const assigned = await api.patch(path, { assignee_user_id: other });
  expect(assigned.body.should_look[0]).toMatchObject({
    user_id: other,
    score: 1,
    reasons: expect.arrayContaining(['Takes care of it.']),
  });
  expect((await api.patch(path, { state: 'resolved' })).body.should_look).toEqual([]);
});

it('a failure of a machine accuses no change', async () => {
  const { project, id, path } = await failingJob();
  await prisma.problem.update({ where: { id, projectId: project.id }, data: { category: 'infra' } });
  expect((await api.get(path)).body.should_look).toEqual([]);
});
