import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectAbsent, expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;
const { prisma } = api.database;
let fingerprints = 0;

type Scope = { readonly id: number; readonly accountId: number };

async function problem({ id: projectId, accountId }: Scope, fields: Readonly<Record<string, unknown>> = {}) {
  fingerprints += 1;
  const at = new Date(Date.UTC(2026, 10, 1));
  const row = await prisma.problem.create({
    data: {
      accountId,
      projectId,
      fingerprint: String(fingerprints).padStart(64, '0'),
      category: 'compile',
      title: 'error C2065',
      firstSeenAt: at,
      lastSeenAt: at,
      firstBuildRunId: 1,
      lastBuildRunId: 1,
      ...fields,
    },
  });
  return { id: String(row.id) };
}

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, path: `/v1/projects/${project.id}/problems` };
}

const titlesOf = (body: { problems: Problem[] }) => body.problems.map(({ title }) => title);

describe('GET /v1/projects/:project_id/problems', () => {
  it('200: lists problems last seen first, without addresses or names', async () => {
    const { project, path } = await freshProject();
    const build = await make.buildRun(project, { status: 'failed' });
    const [suspect, fix] = [await make.change(project), await make.change(project)];
    const { id } = await problem(project, {
      title: 'mail ada@studio.test',
      message: 'mail ada@studio.test',
      note: 'ask ada@studio.test',
      tool: 'cpp',
      file: 'Source/Fog.cpp',
      symbol: 'Density',
      seenCount: 14,
      mark: 'flaky',
      state: 'open',
      regressions: 1,
      firstBuildRunId: build.id,
      lastBuildRunId: 999_999_999,
      lastSeenAt: new Date(Date.UTC(2026, 10, 3)),
      suspectedChangeId: suspect.id,
      fixChangeId: fix.id,
      assigneeUserId: api.userId,
    });
    await prisma.problemJob.createMany({
      data: ['main', 'release'].map((branch, passes) => ({
        problemId: Number(id),
        integrationId: 1,
        jobKey: 'Harbor',
        jobName: 'Harbor',
        branch,
        passes,
        lastSeenAt: new Date(),
        lastBuildRunId: build.id,
      })),
    });
    await problem(project, { title: 'older', lastSeenAt: new Date(Date.UTC(2026, 10, 2)) });
    await problem((await freshProject()).project);
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(titlesOf(body)).toEqual(['mail ada', 'older']);
    expect(body.problems[0]).toEqual({
      id,
      project_id: String(project.id),
      title: 'mail ada',
      message: 'mail ada',
      note: 'ask ada',
      category: 'compile',
      tool: 'cpp',
      file: 'Source/Fog.cpp',
      symbol: 'Density',
      test: null,
      test_id: null,
      state: 'open',
      mark: 'flaky',
      seen_count: 14,
      regressions: 1,
      reopened_at: null,
      resolved_at: null,
      first_seen_at: '2026-11-01T00:00:00.000Z',
      last_seen_at: '2026-11-03T00:00:00.000Z',
      jobs: ['Harbor'],
      branches: ['main', 'release'],
      passes_since_last_failure: 0,
      suspected_change: expect.objectContaining({ id: suspect.id, identifier: suspect.identifier }),
      likely_fix: expect.objectContaining({ id: fix.id, identifier: fix.identifier }),
      assignee_user_id: api.userId,
      snoozed_until: null,
      snooze_ends: null,
      task_id: null,
      first_build_run_id: String(build.id),
      last_build_run_id: null,
      updated_at: expect.any(String),
      urls: { web: expect.stringContaining(`/projects/${project.id}/problems/${id}`) },
    });
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('200: filters by state; 422: another state or parameter', async () => {
    const { project, path } = await freshProject();
    for (const state of ['open', 'resolved', 'ignored']) await problem(project, { state, title: state });
    for (const state of ['open', 'resolved', 'ignored'])
      expect(titlesOf((await api.get(`${path}?state=${state}`)).body)).toEqual([state]);
    await expectRefusals(api, path, [
      ['state=closed', 'invalid_state', { valid_states: ['open', 'resolved', 'ignored'] }],
      ['limit=0', 'invalid_parameter'],
      ['mark=flaky', 'unknown_parameter'],
    ]);
  });

  it('403: without read:builds; 404: in a project of others', async () => {
    const { path } = await freshProject();
    const { status, body } = await api.get(path, await api.tokenWithout('read:builds'));
    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
    const { accountId } = await make.studio();
    const foreign = await make.project(accountId);
    await expectAbsent([api.get(`/v1/projects/${foreign.id}/problems`)]);
  });

  describe('pages', () => {
    itPages(api, {
      path: `/v1/projects/${api.project.id}/problems`,
      key: 'problems',
      filter: 'state=open',
      make: (lastSeenAt) => problem(api.project, { lastSeenAt }),
      otherPath: `/v1/projects/${api.project.id}/tasks`,
      makeOther: () => make.task(api.project),
    });
  });
});

describe('GET /v1/projects/:project_id/problems/:problem_id', () => {
  it('200: the problem with its newest builds and days', async () => {
    const { project, path } = await freshProject();
    const { id } = await problem(project);
    const problemId = Number(id);
    const builds = await Promise.all(
      ['failed', 'completed'].map((status) => make.buildRun(project, { status, branch: 'main' })),
    );
    const now = new Date();
    await prisma.problemBuild.createMany({
      data: builds.map((build, at) => ({ problemId, buildRunId: build.id, seenAt: at === 0 ? new Date(0) : now })),
    });
    const { status, body } = await api.get(`${path}/${id}`);
    expect([status, body.id]).toEqual([200, id]);
    expect(body.build_runs.map((build: { id: string; status: string }) => [build.id, build.status])).toEqual([
      [String(builds[1]?.id), 'completed'],
      [String(builds[0]?.id), 'failed'],
    ]);
    expect(body.days).toEqual([{ day: now.toISOString().slice(0, 'yyyy-mm-dd'.length), count: 1 }]);
  });

  it('404: an unknown problem, one of another project, and a malformed id', async () => {
    const { path } = await freshProject();
    const { id } = await problem(api.project);
    await expectAbsent(
      [id, '999999', 'x', '1e3', '-1', '99999999999999999999'].map((each) => api.get(`${path}/${each}`)),
    );
  });
});
