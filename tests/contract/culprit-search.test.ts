import { describe, expect, it } from '@jest/globals';
import { accountDay } from '@slipway/domain';
import { startApi } from './api.js';
import { failingJobs } from './failing-jobs.js';
import { expectAbsent } from './refusals.js';

const api = await startApi();
const { make } = api;
const { prisma } = api.database;
const failingJob = failingJobs(api);
const NO_CREDENTIALS = 'The integration has no credentials for Jenkins. An owner can add them in its settings.';

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
    expect(body.next_run).toEqual({
      identifier: expect.any(String),
      display_identifier: expect.any(String),
      build_run_id: null,
      artifacts: [],
    });
    expect([body.search, body.runs]).toEqual([null, []]);
    expect(body.runs_unavailable).toBe(NO_CREDENTIALS);
    expect(JSON.stringify(body)).not.toContain('ada');
  });

  it('200: found, once its revision failed again and the one before it passed twice', async () => {
    const passes = (count: number): [string, 'completed'][] =>
      Array.from({ length: count }, () => ['110', 'completed']);
    const { path } = await failingJob({ later: [['120', 'failed'], ...passes(3)] });
    const { body } = await api.get(path);
    expect(body).toMatchObject({
      state: 'found',
      explanation: 'CL 120 is the culprit: failed 2 of 2 with it, passed 4 of 4 without.',
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

const audited = (projectId: number) =>
  prisma.auditEntry.findMany({
    where: { projectId, action: { startsWith: 'culprit_search.' } },
    orderBy: { id: 'asc' },
  });

describe('POST …/problems/:problem_id/culprit_search', () => {
  it('202: starts a search, and records who did', async () => {
    const { project, problemId, path } = await failingJob({ isConnected: true });
    const { status, body } = await api.post(path, { max_runs: 7 });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      state: 'searching',
      runs_unavailable: null,
      runs: [],
      search: { state: 'active', runs_by: 'ci', max_runs: 7, runs_used: 0, ended_at: null },
    });
    expect(body.search.started_by_user_id).toBe(api.userId);
    expect(await audited(project.id)).toMatchObject([
      {
        action: 'culprit_search.start',
        userId: api.userId,
        target: 'error C2065',
        detail: { problem_id: Number(problemId), runs_by: 'ci', max_runs: 7, token_id: expect.any(Number) },
      },
    ]);
  });

  it('200: an active search stays as it is, also if two are started at once', async () => {
    const { project, path } = await failingJob({ isConnected: true });
    const answers = await Promise.all([5, 6].map((count) => api.post(path, { max_runs: count })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);
    const [first, second] = answers.map(({ body }) => body.search);
    expect(first).toEqual(second);
    expect((await api.post(path, { max_runs: 50, runs_by: 'client' })).body.search).toEqual(first);
    expect(await audited(project.id)).toHaveLength(1);
  });

  it('202: without a body, twenty runs that Slipway requests', async () => {
    const { path } = await failingJob({ isConnected: true });
    const { status, body } = await api.post(path, undefined);
    expect([status, body.search.max_runs, body.search.runs_by]).toEqual([202, 20, 'ci']);
  });

  it('422: without credentials for runs by ci, but not for reported ones', async () => {
    const { path } = await failingJob();
    expect((await api.post(path, {})).body).toEqual({ error: 'rerun_unavailable', message: NO_CREDENTIALS });
    expect((await api.post(path, { runs_by: 'client' })).status).toBe(202);
  });

  it('422: without a range, and for a problem that is not open', async () => {
    const { path } = await failingJob({ changelists: [] });
    expect((await api.post(path, { runs_by: 'client' })).body.error).toBe('nothing_to_search');
    const { path: resolved, problemId } = await failingJob();
    await prisma.problem.update({ where: { id: problemId }, data: { state: 'resolved' } });
    expect((await api.post(resolved, { runs_by: 'client' })).body.error).toBe('problem_not_open');
  });

  it('429: once the project has used its runs of the day; 422 if its settings allow none', async () => {
    const { project, path } = await failingJob({ isConnected: true, settings: { culpritRunsPerDay: 1 } });
    const other = await prisma.culpritSearch.create({
      data: {
        accountId: project.accountId,
        projectId: project.id,
        problemId: (await failingJob()).problemId,
        runsBy: 'ci',
        maxRuns: 1,
        startedAt: new Date(),
        dueAt: new Date(),
      },
    });
    const countedOn = new Date(accountDay(api.process.clock.now()).date);
    const run = { searchId: other.id, projectId: project.id, identifier: '105', requestedAt: new Date() };
    await prisma.culpritRun.create({ data: { ...run, outcome: 'requested', countedOn } });
    const limited = await api.post(path, {});
    expect([limited.status, limited.body.error]).toEqual([429, 'daily_limit_reached']);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await prisma.project.update({ where: { id: project.id }, data: { culpritRunsPerDay: 0 } });
    expect((await api.post(path, {})).body).toEqual({
      error: 'rerun_unavailable',
      message: 'The settings of the project do not allow requested runs.',
    });
  });

  it('422: for values of other types, and for unknown fields', async () => {
    const { path } = await failingJob();
    for (const body of [{ max_runs: 0 }, { max_runs: 101 }, { max_runs: '5' }, { runs_by: 'me' }, { budget: 5 }])
      expect((await api.post(path, body)).status).toBe(422);
  });

  it('403: without run:builds; 404: for a stranger', async () => {
    const { path } = await failingJob();
    expect((await api.post(path, {}, await api.tokenWithout('run:builds'))).status).toBe(403);
    const { userId } = await make.studio();
    await expectAbsent([api.post(path, {}, (await make.apiToken(userId)).token)]);
  });
});

describe('DELETE …/problems/:problem_id/culprit_search', () => {
  it('200: stops the active search; a second time, nothing changes', async () => {
    const { project, path } = await failingJob();
    await api.post(path, { runs_by: 'client' });
    const stopped = await api.send('DELETE', path, api.token);
    expect([stopped.status, stopped.body.search.state]).toEqual([200, 'stopped']);
    expect(stopped.body.search.ended_at).toEqual(expect.any(String));
    expect((await api.send('DELETE', path, api.token)).body).toEqual(stopped.body);
    const actions = (await audited(project.id)).map(({ action }) => action);
    expect(actions).toEqual(['culprit_search.start', 'culprit_search.stop']);
    expect((await api.post(path, { runs_by: 'client' })).status).toBe(202);
  });

  it('403: without run:builds; 404: for a stranger', async () => {
    const { path } = await failingJob();
    expect((await api.send('DELETE', path, await api.tokenWithout('run:builds'))).status).toBe(403);
    const { userId } = await make.studio();
    await expectAbsent([api.send('DELETE', path, (await make.apiToken(userId)).token)]);
  });
});
