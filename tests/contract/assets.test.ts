import { describe, expect, it } from '@jest/globals';
import { ASSET_TYPES } from '@slipway/contracts';
import { startApi } from './api.js';
import { expectAbsent, expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/assets`;

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('GET /v1/projects/:project_id/assets', () => {
  it('200: lists newest first, then by descending id, and sets has_more', async () => {
    const own = await make.project(api.accountId);
    const path = `/v1/projects/${own.id}/assets`;
    const at = new Date('2026-11-01T10:00:00Z');
    const made = await Promise.all(
      [0, 0, 0, 1_000].map((ms) => make.asset(own, { createdAt: new Date(+at + ms) })),
    );
    const [newest, ...equals] = [made[3]?.id, ...idsOf(made.slice(0, 3)).toSorted().toReversed()];
    const all = await api.get(path);
    expect(all.status).toBe(200);
    expect(idsOf(all.body.assets)).toEqual([newest, ...equals]);
    expect(all.body.pagination).toEqual({ limit: 20, has_more: false });
    const first = await api.get(`${path}?limit=1`);
    expect(idsOf(first.body.assets)).toEqual([newest]);
    expect(first.body.pagination).toEqual({ limit: 1, has_more: true });
  });

  it('200: returns every field of an asset', async () => {
    const own = await make.project(api.accountId);
    const { id } = await make.asset(own, {
      name: 'SM_Boat',
      path: 'Content/SM_Boat.uasset',
      assetType: 'model',
      approvalStatus: 'pending',
      version: 4,
      contentHash: 'feed',
      createdAt: new Date('2026-11-01T10:00:00.001Z'),
      updatedAt: new Date('2026-11-02T10:00:00.002Z'),
    });
    const { body } = await api.get(`/v1/projects/${own.id}/assets`);
    expect(body.assets).toEqual([
      {
        id,
        project_id: own.id,
        name: 'SM_Boat',
        path: 'Content/SM_Boat.uasset',
        asset_type: 'model',
        approval_status: 'pending',
        version: 4,
        created_at: '2026-11-01T10:00:00.001Z',
        updated_at: '2026-11-02T10:00:00.002Z',
      },
    ]);
  });

  it('200: pending_approval=true or 1 selects pending assets; false or 0 selects all', async () => {
    const own = await make.project(api.accountId);
    const path = `/v1/projects/${own.id}/assets`;
    const pending = await make.asset(own, { approvalStatus: 'pending', assetType: 'font' });
    await make.asset(own, { approvalStatus: 'approved', assetType: 'font' });
    for (const value of ['true', 'TRUE', 'True', '1']) {
      expect(idsOf((await api.get(`${path}?pending_approval=${value}`)).body.assets)).toEqual([pending.id]);
    }
    for (const value of ['false', 'FALSE', '0']) {
      expect((await api.get(`${path}?pending_approval=${value}`)).body.assets).toHaveLength(2);
    }
    expect((await api.get(`${path}?pending_approval=1&asset_type=video`)).body.assets).toEqual([]);
  });

  it('200: filters by each asset type', async () => {
    const own = await make.project(api.accountId);
    for (const assetType of ASSET_TYPES) await make.asset(own, { assetType });
    for (const assetType of ASSET_TYPES) {
      const { body } = await api.get(`/v1/projects/${own.id}/assets?asset_type=${assetType}`);
      expect(body.assets.map((asset: { asset_type: string }) => asset.asset_type)).toEqual([assetType]);
    }
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    await expectRefusals(api, base, [
      ['cursor=x', 'unknown_parameter'],
      ['limit=0', 'invalid_parameter'],
      ['limit=', 'invalid_parameter'],
      ['limit=1&limit=2', 'invalid_parameter_type'],
      ['pending_approval=yes', 'invalid_parameter'],
      ['pending_approval=', 'invalid_parameter'],
      ['pending_approval[]=true', 'invalid_parameter_type'],
      ['asset_type=mesh', 'invalid_asset_type', { valid_asset_types: [...ASSET_TYPES] }],
      ['asset_type=Texture', 'invalid_asset_type'],
      ['asset_type=texture,model', 'invalid_asset_type'],
    ]);
  });
});

describe('GET /v1/projects/:project_id/assets/:asset_id', () => {
  it('200: returns an asset with its approvals, newest first, comments without addresses', async () => {
    const { id } = await make.asset(project);
    const decidedAt = new Date('2026-11-03T10:00:00Z');
    const older = await make.approval(project, id, {
      status: 'denied',
      approverUserId: api.userId,
      comments: 'Ask jane.doe@studio.test first',
      decidedAt,
      deniedAt: decidedAt,
      createdAt: new Date('2026-11-02T10:00:00Z'),
    });
    const newer = await make.approval(project, id, { createdAt: new Date('2026-11-03T10:00:00Z') });
    const { status, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    expect(body.id).toBe(id);
    expect(body.approvals_history).toEqual([
      { id: newer.id, status: 'pending', approver_user_id: null, comments: '', decided_at: null },
      {
        id: older.id,
        status: 'denied',
        approver_user_id: api.userId,
        comments: 'Ask jane.doe first',
        decided_at: decidedAt.toISOString(),
      },
    ]);
  });

  it('200: returns the newest 100 approvals', async () => {
    const { id } = await make.asset(project);
    const { prisma } = api.database;
    await prisma.approval.createMany({
      data: Array.from({ length: 120 }, (_, n) => ({
        accountId: api.accountId,
        projectId: project.id,
        assetId: id,
        assetVersion: 1,
        comments: String(n),
        createdAt: new Date(Date.parse('2026-11-01T00:00:00Z') + n),
      })),
    });
    const { body } = await api.get(`${base}/${id}`);
    expect(body.approvals_history).toHaveLength(100);
    expect(body.approvals_history[0].comments).toBe('119');
  });

  it('200: removes addresses from name and path, but not the scale of an image', async () => {
    const { id } = await make.asset(project, { name: 'icon@2x.png', path: 'home/ana@studio.test/icon@2x.png' });
    const { body } = await api.get(`${base}/${id}`);
    expect([body.name, body.path]).toEqual(['icon@2x.png', 'home/ana/icon@2x.png']);
  });
});

const pathOf = (assetId: string) => `${base}/${assetId}/approvals`;
const undecided = await make.asset(project);

const readAsset = async (id: string) => (await api.get(`${base}/${id}`)).body;

describe('POST /v1/projects/:project_id/assets/:asset_id/approvals', () => {
  it('201: creates the first approval of an asset, for the last change that touched it', async () => {
    const { id } = await make.asset(project, { name: 'SM_Boat', version: 7 });
    const older = await make.change(project, { identifier: '88001' });
    const newer = await make.change(project, { identifier: '88002' });
    const at = (hour: number) => new Date(`2026-11-03T${hour}:00:00Z`);
    await make.assetEvent(project, id, { changeId: newer.id, occurredAt: at(11) });
    await make.assetEvent(project, id, { changeId: older.id, occurredAt: at(10) });
    await make.assetEvent(project, id, { source: 'cooked-hash', occurredAt: at(12) });
    const before = Date.now();
    const { status, headers, body } = await api.post(pathOf(id), { status: 'approved' });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/api/v1/projects/${project.id}/approvals/${body.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      asset_id: id,
      asset_name: 'SM_Boat',
      commit_sha: '88002',
      approval_stage: 'art_review',
      approval_type: 'manual',
      status: 'approved',
      approver_user_id: api.userId,
      comments: '',
      asset_version: 7,
      approved_at: body.decided_at,
      denied_at: null,
      ignored_at: null,
      decided_at: expect.any(String),
      created_at: body.decided_at,
      updated_at: body.decided_at,
    });
    // PostgreSQL runs on the same machine, so both clocks agree.
    expect(Math.abs(Date.parse(body.decided_at) - before)).toBeLessThan(60_000);
    expect((await api.get(`/v1/projects/${project.id}/approvals/${body.id}`)).body).toEqual(body);
    expect((await readAsset(id)).approval_status).toBe('approved');
  });

  it('201: leaves commit_sha empty if no change touched the asset, and stores stage and comments', async () => {
    const { id } = await make.asset(project);
    const { status, body } = await api.post(pathOf(id), {
      status: 'denied',
      stage: 'content_review',
      comments: 'Too dark, says ana@studio.test',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      commit_sha: '',
      approval_stage: 'content_review',
      comments: 'Too dark, says ana',
      status: 'denied',
      denied_at: body.decided_at,
      approved_at: null,
    });
  });

  it('200: decides on the newest approval and leaves older ones unchanged', async () => {
    const { id } = await make.asset(project, { approvalStatus: 'pending', version: 2 });
    const at = new Date('2026-11-03T10:00:00Z');
    const older = await make.approval(project, id, { createdAt: new Date(+at - 1) });
    const equals = await Promise.all([at, at].map((createdAt) => make.approval(project, id, { createdAt })));
    const newest = equals.map((approval) => approval.id).toSorted()[1];
    const { status, headers, body } = await api.post(pathOf(id), { status: 'ignored' });
    expect([status, headers['location'], body.id]).toEqual([200, undefined, newest]);
    expect(body).toMatchObject({ status: 'ignored', ignored_at: body.decided_at, created_at: at.toISOString() });
    const asset = await readAsset(id);
    expect(asset.approval_status).toBe('ignored');
    expect(asset.approvals_history).toHaveLength(3);
    expect((await api.get(`/v1/projects/${project.id}/approvals/${older.id}`)).body.status).toBe('pending');
  });

  it('200: a new decision clears the previous times, and changes stage and comments only if they are sent', async () => {
    const { id } = await make.asset(project, { version: 5 });
    const { id: approvalId } = await make.approval(project, id, {
      commitSha: '88003',
      approvalStage: 'bulk_approval',
      comments: 'first',
      assetVersion: 4,
    });
    const decide = async (body: object) => (await api.post(pathOf(id), body)).body;
    const approved = await decide({ status: 'approved' });
    expect(approved).toMatchObject({ approval_stage: 'bulk_approval', comments: 'first', asset_version: 4 });
    const denied = await decide({ status: 'denied', comments: 'second' });
    expect(denied).toMatchObject({
      id: approvalId,
      commit_sha: '88003',
      approval_stage: 'bulk_approval',
      comments: 'second',
      approved_at: null,
      denied_at: denied.decided_at,
      ignored_at: null,
    });
    const ignored = await decide({ status: 'ignored', comments: '', stage: 'review' });
    expect(ignored).toMatchObject({ approval_stage: 'review', comments: '', denied_at: null });
    expect(Date.parse(ignored.decided_at)).toBeGreaterThanOrEqual(Date.parse(denied.decided_at));
    expect(Date.parse(ignored.updated_at)).toBe(Date.parse(ignored.decided_at));
  });

  it('200: records the caller as approver', async () => {
    const { id } = await make.asset(project);
    const { userId } = await make.member(project);
    const { token } = await make.apiToken(userId);
    await api.post(pathOf(id), { status: 'approved' });
    const { body } = await api.post(pathOf(id), { status: 'denied' }, token);
    expect(body.approver_user_id).toBe(userId);
  });

  it('200, 201: simultaneous decisions create one approval, and the asset has the status of the last', async () => {
    const { id } = await make.asset(project);
    const statuses = ['approved', 'denied', 'ignored'] as const;
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => api.post(pathOf(id), { status: statuses[n % 3] })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(11).fill(200), 201]);
    const asset = await readAsset(id);
    expect(asset.approvals_history).toHaveLength(1);
    expect(asset.approval_status).toBe(asset.approvals_history[0].status);
  });

  it("404: another project's or account's asset; nothing is written", async () => {
    const foreign = await make.asset(await make.project((await make.studio()).accountId));
    const sibling = await make.asset(await make.project(api.accountId));
    const ids = [foreign.id, sibling.id];
    const count = () => api.database.prisma.approval.count();
    const before = await count();
    await expectAbsent(ids.map((id) => api.post(pathOf(id), { status: 'approved' })));
    expect(await count()).toBe(before);
  });

  it('422: a missing or unknown status', async () => {
    for (const sent of [{}, ...[null, 'pending', 'Approved', ['approved']].map((status) => ({ status }))]) {
      const { status, body } = await api.post(pathOf(undecided.id), sent);
      expect([sent, status]).toEqual([sent, 422]);
      expect(body).toMatchObject({ error: 'invalid_status', valid_statuses: ['approved', 'denied', 'ignored'] });
    }
  });

  it('422: an unknown or malformed field', async () => {
    const status = 'approved';
    const cases = [
      [{ status, approver_user_id: 1 }, 'unknown_parameter'],
      [{ status, approval_stage: 'review' }, 'unknown_parameter'],
      [{ status, __proto__x: 1 }, 'unknown_parameter'],
      [{ approval: { status } }, 'unknown_parameter'],
      [{ status, comments: null }, 'invalid_parameter'],
      [{ status, comments: 7 }, 'invalid_parameter'],
      [{ status, comments: 'x'.repeat(10_001) }, 'invalid_parameter'],
      [{ status, comments: 'a\0b' }, 'invalid_parameter'],
      [{ status, stage: '' }, 'invalid_parameter'],
      [{ status, stage: '\ud800' }, 'invalid_parameter'],
      [[], 'invalid_parameter'],
    ] as const;
    for (const [body, error] of cases) {
      const response = await api.post(pathOf(undecided.id), body);
      expect([body, response.status, response.body.error]).toEqual([body, 422, error]);
    }
    expect((await readAsset(undecided.id)).approvals_history).toEqual([]);
  });
});
