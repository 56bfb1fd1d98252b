import { describe, expect, it } from '@jest/globals';
import type { BuildPage } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, path: `/v1/projects/${project.id}/builds` };
}

const minute = (n: number) => new Date(Date.UTC(2026, 10, 1, 10, n));
const numbersOf = ({ builds }: BuildPage) => builds.map(({ build_number }) => build_number);

describe('GET /v1/projects/:project_id/builds', () => {
  it('200: lists the same items as /build_runs, newest first, with a cursor', async () => {
    const { project, path } = await freshProject();
    for (const n of [1, 2, 3]) await make.buildRun(project, { createdAt: minute(n) });
    const { status, body } = await api.get(path);
    const contract = await api.get(`/v1/projects/${project.id}/build_runs`);
    expect([status, body.builds]).toEqual([200, contract.body.build_runs]);
    expect(body.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
  });

  it('200: filters by every parameter, alone and combined', async () => {
    const { project, path } = await freshProject();
    const commitHash = '9f3c2ab4d5e6f708192a3b4c5d6e7f8091a2b3c4';
    const windows = { jobName: 'Reef-Win64', branch: 'main', changelist: '48213', commitHash };
    const made = [
      { ...windows, buildNumber: '41', status: 'failed', buildType: 'unreal', targetType: 'shipping' },
      { jobName: 'Reef-PS5', branch: 'release/1.0', buildNumber: '41', status: 'completed', buildType: 'unity' },
      { ...windows, buildNumber: '42', status: 'completed', buildType: 'unreal', targetType: 'test' },
    ] as const;
    for (const [n, fields] of made.entries()) await make.buildRun(project, { ...fields, createdAt: minute(n) });
    const cases: [string, string[]][] = [
      ['job=Reef-Win64', ['42', '41']],
      ['job=reef-win64', []],
      ['branch=release/1.0', ['41']],
      ['changelist=48213', ['42', '41']],
      ['changelist=', []],
      [`commit=${commitHash}`, ['42', '41']],
      ['commit=9f3c2ab', ['42', '41']],
      ['commit=9f3c2a', []],
      ['commit=', []],
      ['number=41', ['41', '41']],
      ['number=%00', []],
      ['number=41&job=Reef-PS5', ['41']],
      ['status=failed', ['41']],
      ['build_type=unity', ['41']],
      ['target_type=test', ['42']],
      ['since=2026-11-01T10:01:00Z', ['42', '41']],
      ['until=2026-11-01T10:01:00Z', ['41']],
      ['since=2026-11-02', []],
      ['number=41&changelist=48213&commit=9f3c2ab&status=failed&target_type=shipping', ['41']],
      ['number=41&changelist=1', []],
      ['job=Reef-Win64&branch=main&build_type=unreal&since=2026-11-01&until=2026-11-02', ['42', '41']],
    ];
    for (const [query, expected] of cases) {
      const { status, body } = await api.get(`${path}?${query}`);
      expect([query, status, body.builds && numbersOf(body)]).toEqual([query, 200, expected]);
    }
  });

  it("200: finds the builds of a user's changes, by changelist and by full or short hash", async () => {
    const { project, path } = await freshProject();
    const hash = (digit: string) => digit.repeat(40);
    const mine = { authorUserId: api.userId };
    await make.change(project, { ...mine, identifier: '52001' });
    await make.change(project, { ...mine, identifier: hash('a'), sourceType: 'GitCommit' });
    await make.change(project, { identifier: hash('b'), sourceType: 'GitCommit' });
    const builds = [
      { buildNumber: '1', changelist: '52001' },
      { buildNumber: '2', commitHash: hash('a') },
      { buildNumber: '3', commitHash: 'aaaaaaa', changelist: '52001' },
      { buildNumber: '4', commitHash: hash('b') },
      { buildNumber: '5', changelist: '52002' },
    ];
    for (const [n, fields] of builds.entries())
      await make.buildRun(project, { jobName: 'Mine', ...fields, createdAt: minute(n) });
    const { body } = await api.get(`${path}?changed_by=${api.userId}`);
    expect(numbersOf(body)).toEqual(['3', '2', '1']);
    const named = await api.get(`${path}?changed_by=${api.userId}&number=2`);
    expect(numbersOf(named.body)).toEqual(['2']);
    expect(numbersOf((await api.get(`${path}?changed_by=999999`)).body)).toEqual([]);
  });

  it('404: a project of another account', async () => {
    const foreign = await make.project((await make.studio()).accountId);
    expect((await api.get(`/v1/projects/${foreign.id}/builds`)).status).toBe(404);
  });

  it('403: a token without read:builds', async () => {
    const { path } = await freshProject();
    const { status, body } = await api.get(path, await api.tokenWithout('read:builds'));
    expect([status, body.required_scope]).toEqual([403, 'read:builds']);
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    const { path } = await freshProject();
    await expectRefusals(api, path, [
      ['limit=0', 'invalid_parameter'],
      ['since=2d', 'invalid_parameter'],
      ['until=soon', 'invalid_parameter'],
      ['changed_by=mira', 'invalid_parameter'],
      ['status=success', 'invalid_status'],
      ['build_type=godot', 'invalid_build_type'],
      ['target_type=x', 'invalid_target_type'],
      ['job[]=a', 'invalid_parameter_type'],
      ['job=a&job=b', 'invalid_parameter_type'],
      ['q=41', 'unknown_parameter'],
    ]);
  });

  describe('pages', () => {
    itPages(api, {
      path: `/v1/projects/${api.project.id}/builds`,
      key: 'builds',
      filter: 'branch=main',
      async make(createdAt) {
        const { id } = await make.buildRun(api.project, { createdAt, branch: 'main' });
        return { id: String(id) };
      },
      otherPath: `/v1/projects/${api.project.id}/tasks`,
      makeOther: () => make.task(api.project),
    });
  });
});
