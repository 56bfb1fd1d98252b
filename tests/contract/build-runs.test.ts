import { describe, expect, it } from '@jest/globals';
import { BUILD_STATUSES } from '@slipway/contracts';
import { startApi } from './api.js';

const api = await startApi();
const base = `/v1/projects/${api.project.id}/build_runs`;

async function makeBuild(buildNumber: string, fields: Record<string, unknown> = {}) {
  return String((await api.make.buildRun(api.project, { buildNumber, ...fields })).id);
}

describe('GET /v1/projects/:project_id/build_runs', () => {
  it('200: lists newest first, and says whether there is more', async () => {
    const older = await makeBuild('1', { createdAt: new Date('2026-11-01T10:00:00Z') });
    const newer = await makeBuild('2', { createdAt: new Date('2026-11-01T11:00:00Z') });
    const all = await api.get(base);
    expect(all.status).toBe(200);
    expect(all.body.build_runs.map(({ id }: { id: string }) => id)).toEqual([newer, older]);
    expect(all.body.pagination).toEqual({ limit: 20, has_more: false });
    const first = await api.get(`${base}?limit=1`);
    expect(first.body.build_runs).toHaveLength(1);
    expect(first.body.pagination).toEqual({ limit: 1, has_more: true });
  });

  it('200: filters by status, build type and target type', async () => {
    const id = await makeBuild('3', { status: 'failed', buildType: 'unity', targetType: 'shipping' });
    for (const filter of ['status=failed', 'build_type=unity', 'target_type=shipping']) {
      const { body } = await api.get(`${base}?${filter}`);
      expect(body.build_runs.map((run: { id: string }) => run.id)).toEqual([id]);
    }
  });

  it('200: clamps limit to 50', async () => {
    expect((await api.get(`${base}?limit=999`)).body.pagination.limit).toBe(50);
  });

  it.each(['missing', 'malformed', 'unknown', 'revoked', 'expired', 'legacy'])('401: %s token', async (kind) => {
    const past = new Date('2026-01-01T00:00:00Z');
    const fields = { revoked: { revokedAt: past }, expired: { expiresAt: past }, legacy: { legacy: true } };
    const made = kind in fields ? await api.make.apiToken(api.userId, fields[kind as keyof typeof fields]) : null;
    const request = api.get(base, made?.token ?? (kind === 'unknown' ? 'x'.repeat(43) : null));
    if (kind === 'malformed') request.set('Authorization', `Token ${api.token}`);
    const answer = await request;
    expect(answer.status).toBe(401);
    expect(answer.text).toBe('');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('403: a token without the scope', async () => {
    const answer = await api.get(base, await api.tokenWithout('read:builds'));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: 'insufficient_scope', required_scope: 'read:builds' });
    expect(answer.body.token_scopes).not.toContain('read:builds');
  });

  it("404: another account's project, an absent one, and what is no id", async () => {
    const rival = await api.make.studio();
    const foreign = await api.make.project(rival.accountId);
    for (const id of [foreign.id, 999_999, 'prj_1', '1e3', '99999999999999999999', '%00', '-1']) {
      const answer = await api.get(`/v1/projects/${id}/build_runs`);
      expect([id, answer.status, answer.body.error]).toEqual([id, 404, 'not_found']);
    }
  });

  it('422: names what is wrong with a parameter', async () => {
    const cases = [
      ['bogus=1', 'unknown_parameter', {}],
      ['__proto__=1', 'unknown_parameter', {}],
      ['limit=1&limit=2', 'invalid_parameter_type', {}],
      ['limit[]=1', 'invalid_parameter_type', {}],
      ['limit[a]=1', 'invalid_parameter_type', {}],
      ['limit=', 'invalid_parameter', {}],
      ['limit=0', 'invalid_parameter', {}],
      ['limit=-1', 'invalid_parameter', {}],
      ['limit=1.5', 'invalid_parameter', {}],
      ['limit=ten', 'invalid_parameter', {}],
      ['status=success', 'invalid_status', { valid_statuses: [...BUILD_STATUSES] }],
      ['status=Failed', 'invalid_status', { valid_statuses: [...BUILD_STATUSES] }],
      ['build_type=godot', 'invalid_build_type', { valid_build_types: ['unreal', 'unity', 'custom'] }],
      [
        'target_type=x',
        'invalid_target_type',
        { valid_target_types: ['development', 'shipping', 'test', 'debug'] },
      ],
    ] as const;
    for (const [query, error, extra] of cases) {
      const answer = await api.get(`${base}?${query}`);
      expect([query, answer.status]).toEqual([query, 422]);
      expect(answer.body).toMatchObject({ error, message: expect.any(String), ...extra });
    }
  });

  it('304: a list that did not change', async () => {
    const { headers } = await api.get(base);
    const answer = await api.get(base).set('If-None-Match', headers['etag'] ?? '');
    expect(answer.status).toBe(304);
  });
});

describe('GET /v1/projects/:project_id/build_runs/:build_run_id', () => {
  it('200: a bare object with steps, artifacts and investigation', async () => {
    const id = await makeBuild('10', { finishedAt: new Date(), startedAt: new Date(Date.now() - 90_000) });
    const { status, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      project_id: String(api.project.id),
      status: 'completed',
      duration_seconds: 90,
      changelist: '',
      artifacts: [],
      steps: [],
      has_log: false,
      investigation: null,
    });
  });

  it.each([
    ['completed', 90],
    ['failed', 90],
    ['cancelled', 90],
    ['passed_pending_approval', 90],
    ['building', null],
  ] as const)(
    '200: a build in %s that ran from 10:00:00 to 10:01:30 shows a duration of %s',
    async (status, duration) => {
      const times = { startedAt: new Date('2026-11-01T10:00:00Z'), finishedAt: new Date('2026-11-01T10:01:30Z') };
      const id = await makeBuild(`duration of ${status}`, { status, ...times });
      const detail = await api.get(`${base}/${id}`);
      const list = await api.get(`${base}?status=${status}&limit=50`);
      const entry = list.body.build_runs.find((run: { id: string }) => run.id === id);
      expect([detail.body.duration_seconds, entry.duration_seconds]).toEqual([duration, duration]);
    },
  );

  it('200: text of the sender holds no address, and addresses of the web no credentials', async () => {
    const id = await makeBuild('13', {
      jobName: 'Nightly for ana@studio.test',
      branch: 'users/ana@studio.test/sail',
      buildUrl: 'https://ana:secret@ci.studio.test/job/13?by=ana@studio.test',
    });
    const { prisma } = api.database;
    await prisma.buildStep.create({
      data: {
        buildRunId: Number(id),
        name: 'Cook',
        status: 'failed',
        statusAt: new Date(),
        detail: 'ana@studio.test',
      },
    });
    const artifact = { name: 'icon@2x.png', url: 'https://ana:secret@files.test/icon@2x.png' };
    await prisma.buildArtifact.create({ data: { buildRunId: Number(id), ...artifact } });
    const { body } = await api.get(`${base}/${id}`);
    expect(body).toMatchObject({
      ci_job_name: 'Nightly for ana',
      branch: 'users/ana/sail',
      build_url: 'https://ci.studio.test/job/13?by=ana',
      steps: [{ name: 'Cook', detail: 'ana' }],
      artifacts: [{ name: 'icon@2x.png' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|studio\.test"/);
  });

  it("404: absent, another project's, and what is no id", async () => {
    const other = await api.make.project(api.accountId);
    const id = await makeBuild('11');
    for (const path of [`${base}/999999`, `${base}/abc`, `/v1/projects/${other.id}/build_runs/${id}`]) {
      expect((await api.get(path)).status).toBe(404);
    }
  });

  it('422: any parameter', async () => {
    const answer = await api.get(`${base}/${await makeBuild('12')}?limit=1`);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('unknown_parameter');
  });
});
