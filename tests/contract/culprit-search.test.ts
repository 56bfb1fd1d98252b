import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent } from './refusals.js';

const api = await startApi();
const { make } = api;
const { prisma } = api.database;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 1);
let hours = 0;

/** A project in which a job passed at 100 and fails since 120, with the builds of other changelists after that. */
async function failingJob({
  changelists = ['105', '110', '120'],
  later = [] as [string, 'completed' | 'failed'][],
} = {}) {
  const project = await make.project(api.accountId);
  for (const identifier of changelists)
    await make.change(project, {
      identifier,
      displayIdentifier: `CL ${identifier}`,
      sourceType: 'Changelist',
      repository: `//depot/${project.id}`,
      branch: 'main',
      authorUserId: api.userId,
      author: 'ada@studio.test',
    });
  const at = new Date(START);
  const { id } = await prisma.problem.create({
    data: {
      accountId: api.accountId,
      projectId: project.id,
      fingerprint: 'f'.repeat(64),
      category: 'compile',
      title: 'error C2065',
      file: 'Source/Fog.cpp',
      firstSeenAt: at,
      lastSeenAt: at,
      firstBuildRunId: 1,
      lastBuildRunId: 1,
    },
  });
  const builds: string[] = [];
  for (const [changelist, status] of [['100', 'completed'], ['120', 'failed'], ...later] as const) {
    hours += 1;
    const finishedAt = new Date(START + hours * HOUR_MS);
    const times = { startedAt: finishedAt, finishedAt, statusAt: finishedAt };
    const build = await make.buildRun(project, { changelist, status, branch: 'main', ...times });
    builds.push(String(build.id));
    const seen = { problemId: id, buildRunId: build.id, seenAt: finishedAt };
    if (status === 'failed') await prisma.problemBuild.create({ data: seen });
  }
  return { builds, path: `/v1/projects/${project.id}/problems/${id}/culprit_search` };
}

describe('GET /v1/projects/:project_id/problems/:problem_id/culprit_search', () => {
  it('200: how likely each change is, and which run would tell most', async () => {
    const { builds, path } = await failingJob();
    const { status, body } = await api.get(path);
    expect([status, body.state]).toEqual([200, 'searching']);
    expect([body.last_passing_build_run_id, body.first_failed_build_run_id]).toEqual(builds);
    expect(body.changes).toEqual(
      ['105', '110', '120'].map((identifier) => ({
        change_id: expect.any(Number),
        identifier,
        display_identifier: `CL ${identifier}`,
        author_user_id: api.userId,
        probability: expect.any(Number),
        passed: 0,
        failed: identifier === '120' ? 1 : 0,
      })),
    );
    const chances = body.changes.map(({ probability }: { probability: number }) => probability);
    expect(chances.reduce((sum: number, chance: number) => sum + chance, body.no_culprit_probability)).toBeCloseTo(
      1,
      2,
    );
    expect(body.explanation).toMatch(
      /^Any of 3 changes may be the culprit\. A run at (CL 1\d\d|build \d+) would tell most\.$/,
    );
    expect(body.next_run).toEqual({ identifier: expect.any(String), display_identifier: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain('ada');
  });

  it('200: found, once its revision failed again and the one before it passed twice', async () => {
    const passes = (count: number): [string, 'completed'][] =>
      Array.from({ length: count }, () => ['110', 'completed']);
    const { path } = await failingJob({ later: [['120', 'failed'], ...passes(3)] });
    const { body } = await api.get(path);
    expect(body).toMatchObject({
      state: 'found',
      explanation: 'CL 120 is the culprit: it failed 2 times with this change, and passed without it.',
      next_run: null,
    });
    expect(body.changes.at(-1).probability).toBeGreaterThan(0.99);
  });

  it('200: no culprit, if what failed passes whenever it runs again', async () => {
    const { path } = await failingJob({ later: Array.from({ length: 6 }, () => ['120', 'completed']) });
    const { body } = await api.get(path);
    expect([body.state, body.next_run]).toEqual(['no_culprit', null]);
  });

  it('200: unknown, without changes or without a pass before', async () => {
    const { path } = await failingJob({ changelists: [] });
    const { body } = await api.get(path);
    expect([body.state, body.changes, body.explanation]).toEqual([
      'unknown',
      [],
      'No change is known between the last pass and the first failure.',
    ]);
    await prisma.buildRun.deleteMany({ where: { id: BigInt(body.last_passing_build_run_id) } });
    const never = await api.get(path);
    expect([never.body.state, never.body.last_passing_build_run_id]).toEqual(['unknown', null]);
  });

  it('404: an unknown problem, one of another project, and a malformed id', async () => {
    const { path } = await failingJob();
    const { path: other } = await failingJob();
    const [, id] = /problems\/(\d+)/.exec(other) ?? [];
    await expectAbsent(
      [id, '999999', 'x', '-1'].map((each) => api.get(path.replace(/problems\/\d+/, `problems/${each}`))),
    );
  });

  it('403: without read:builds; 404: for a stranger', async () => {
    const { path } = await failingJob();
    const { status, body } = await api.get(path, await api.tokenWithout('read:builds'));
    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
    const { userId } = await make.studio();
    await expectAbsent([api.get(path, (await make.apiToken(userId)).token)]);
  });
});
