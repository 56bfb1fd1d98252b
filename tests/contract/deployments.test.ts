import { describe, expect, it } from '@jest/globals';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectAbsent, expectRefusals, itRefusesStrangers } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/deployments`;
const known = await make.deployment(project);
const absentId = '0192d3a4-0000-7000-8000-000000000001';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const at = (hour: number) => new Date(`2026-11-03T${hour}:00:00.005Z`);

/** A deployment with every field set, notes and metadata included. */
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
  it('200: shows a deployment field by field, never its notes or metadata', async () => {
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

  it('200: what has not happened is null, what is unknown is empty', async () => {
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

  it('422: names what is wrong with a parameter', async () => {
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

  itRefusesStrangers(api, { scope: 'read:builds', path: 'deployments' });

  describe('pages', () => {
    itPages(api, {
      path: base,
      key: 'deployments',
      filter: 'updated_since=2000-01-01',
      make: (createdAt) => make.deployment(project, { createdAt }),
      otherPath: `/v1/projects/${project.id}/changes`,
      makeOther: () => make.change(project),
    });

    it('400: its cursor on the integer-keyed lists', async () => {
      const { body } = await api.get(`${base}?limit=1`);
      for (const list of ['tasks', 'changes']) {
        const answer = await api.get(`/v1/projects/${project.id}/${list}?cursor=${body.pagination.next_cursor}`);
        expect([list, answer.status, answer.body.error]).toEqual([list, 400, 'invalid_cursor']);
      }
    });
  });
});

describe('GET /v1/projects/:project_id/deployments/:id', () => {
  it('200: a bare object with its build run', async () => {
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

  it('200: build_run is null without a linked run', async () => {
    expect((await api.get(`${base}/${known.id}`)).body).toMatchObject({ build_run_id: null, build_run: null });
  });

  it('200: text of the sender holds no address', async () => {
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

  it("404: absent, another project's, another account's, and what is no id, all alike", async () => {
    const foreign = await make.deployment(await make.project((await make.studio()).accountId));
    const sibling = await make.deployment(await make.project(api.accountId));
    const ids = [absentId, foreign.id, sibling.id, '1', 'abc', '%00'];
    await expectAbsent(ids.map((id) => api.get(`${base}/${id}`)));
  });

  itRefusesStrangers(api, { scope: 'read:builds', path: `deployments/${known.id}` });
});
