import { describe, expect, it } from '@jest/globals';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/deployments`;

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const at = (hour: number) => new Date(`2026-11-03T${hour}:00:00.005Z`);

/** A deployment with every field set, including notes and metadata. */
const whole = {
  platform: 'epic_games_store',
  status: 'live',
  branch: 'release',
  version: '1.4.0',
  externalId: 'app-480',
  externalBuildId: 'eb-1',
  integrationId: 17,
  notes: 'call ana@studio.test',
  metadata: { contact: 'ana@studio.test' },
  submittedAt: at(10),
  deployedAt: at(11),
  liveAt: at(12),
  createdAt: at(10),
  updatedAt: at(13),
};

describe('GET /v1/projects/:project_id/deployments', () => {
  it('200: returns every field of a deployment, without notes and metadata', async () => {
    const own = await make.project(api.accountId);
    const run = await make.buildRun(own);
    const { id } = await make.deployment(own, { ...whole, buildRunId: run.id });
    const { status, body } = await api.get(`/v1/projects/${own.id}/deployments`);
    expect(status).toBe(200);
    expect(body).toEqual({
      deployments: [
        {
          id,
          platform: 'epic_games_store',
          status: 'live',
          branch: 'release',
          version: '1.4.0',
          external_id: 'app-480',
          external_build_id: 'eb-1',
          build_run_id: String(run.id),
          integration_id: 17,
          submitted_at: at(10).toISOString(),
          deployed_at: at(11).toISOString(),
          live_at: at(12).toISOString(),
          created_at: at(10).toISOString(),
          updated_at: at(13).toISOString(),
        },
      ],
      pagination: { limit: 20, has_more: false, next_cursor: null },
    });
  });

  it('200: shows null for times that have not occurred and empty strings for unknown text', async () => {
    const own = await make.project(api.accountId);
    await make.deployment(own);
    const { deployments } = (await api.get(`/v1/projects/${own.id}/deployments`)).body;
    expect(deployments[0]).toMatchObject({
      branch: '',
      version: '',
      external_id: '',
      external_build_id: '',
      build_run_id: null,
      submitted_at: null,
      deployed_at: null,
      live_at: null,
    });
  });

  it('200: filters by each status, each platform, build run and time of update', async () => {
    const own = await make.project(api.accountId);
    const path = `/v1/projects/${own.id}/deployments`;
    const run = await make.buildRun(own);
    const updatedAt = new Date('2020-01-01T00:00:00Z');
    const made: string[] = [];
    for (const [n, status] of DEPLOYMENT_STATUSES.entries())
      made.push((await make.deployment(own, { status, platform: PLATFORMS[n], updatedAt })).id);
    const shown = async (query: string) => idsOf((await api.get(`${path}?${query}`)).body.deployments);
    for (const [n, status] of DEPLOYMENT_STATUSES.entries())
      expect(await shown(`status=${status}`)).toEqual([made[n]]);
    for (const [n, platform] of PLATFORMS.entries())
      expect(await shown(`platform=${platform}`)).toEqual([made[n]]);
    const built = await make.deployment(own, { buildRunId: run.id });
    expect(await shown(`build_run_id=${run.id}`)).toEqual([built.id]);
    expect(await shown('updated_since=2020-01-02')).toEqual([built.id]);
    expect(await shown('status=live&platform=steam')).toEqual([]);
    for (const id of ['abc', '', '-1', '1.5', '99999999999999999999', '%00', '0', String(run.id + 1)])
      expect([id, await shown(`build_run_id=${id}`)]).toEqual([id, []]);
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    await expectRefusals(api, base, [
      ['status=shipped', 'invalid_status', { valid_statuses: [...DEPLOYMENT_STATUSES] }],
      ['status=live,pending', 'invalid_status'],
      ['platform=itch', 'invalid_platform', { valid_platforms: [...PLATFORMS] }],
      ['platform=Steam', 'invalid_platform'],
      ['platform=', 'invalid_platform'],
      ['build_run_id=1&build_run_id=2', 'invalid_parameter_type'],
      ['updated_since=1', 'invalid_parameter'],
      ['limit=-5', 'invalid_parameter'],
      ['branch=main', 'unknown_parameter'],
    ]);
  });

  describe('pages', () => {
    itPages(api, {
      path: base,
      key: 'deployments',
      filter: 'updated_since=2000-01-01',
      make: (createdAt) => make.deployment(project, { createdAt }),
      otherPath: `/v1/projects/${project.id}/changes`,
      makeOther: () => make.change(project),
    });
  });
});

describe('GET /v1/projects/:project_id/deployments/:id', () => {
  it('200: returns a deployment with its build run', async () => {
    const run = await make.buildRun(project, { status: 'passed_pending_approval', commitHash: 'abc' });
    const { id } = await make.deployment(project, { ...whole, buildRunId: run.id });
    const { status, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, build_run_id: String(run.id) });
    expect(body.build_run).toEqual({
      id: String(run.id),
      status: 'passed_pending_approval',
      commit_hash: 'abc',
      ci_job_name: 'Harbor-Win64',
    });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['notes']));
    expect(JSON.stringify(body)).not.toMatch(/notes|metadata|ana/);
  });

  it('200: build_run is null if no run is linked', async () => {
    const { id } = await make.deployment(project);
    expect((await api.get(`${base}/${id}`)).body).toMatchObject({ build_run_id: null, build_run: null });
  });

  it('200: removes email addresses from text', async () => {
    const { id } = await make.deployment(project, {
      branch: 'users/ana@studio.test/fix',
      version: '1.0 ana@studio.test',
      externalId: 'ana@studio.test',
      externalBuildId: 'ana@studio.test',
    });
    const { body } = await api.get(`${base}/${id}`);
    expect([body.branch, body.version, body.external_id]).toEqual(['users/ana/fix', '1.0 ana', 'ana']);
    expect(JSON.stringify(body)).not.toContain('@');
  });
});
