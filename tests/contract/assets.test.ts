import { describe, expect, it } from '@jest/globals';
import { ASSET_TYPES } from '@slipway/contracts';
import { startApi } from './api.js';
import { expectAbsent, expectRefusals, itRefusesStrangers } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/assets`;
const known = await make.asset(project);
const absentId = '0192d3a4-0000-7000-8000-000000000001';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('GET /v1/projects/:project_id/assets', () => {
  it('200: lists newest first, the id deciding between equals, and says whether there is more', async () => {
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

  it('200: shows what an asset is, and nothing else', async () => {
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

  it('200: pending_approval true or 1 shows pending ones only, false or 0 filters nothing', async () => {
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

  it('200: clamps limit to 50', async () => {
    expect((await api.get(`${base}?limit=51`)).body.pagination.limit).toBe(50);
  });

  it('422: names what is wrong with a parameter', async () => {
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

  itRefusesStrangers(api, { scope: 'read:assets', path: 'assets' });
});

describe('GET /v1/projects/:project_id/assets/:asset_id', () => {
  it('200: a bare object with its approvals, newest first, comments without addresses', async () => {
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

  it('200: shows the newest hundred approvals', async () => {
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

  it('200: no address in name or path, but the scale of an image stays', async () => {
    const { id } = await make.asset(project, { name: 'icon@2x.png', path: 'home/ana@studio.test/icon@2x.png' });
    const { body } = await api.get(`${base}/${id}`);
    expect([body.name, body.path]).toEqual(['icon@2x.png', 'home/ana/icon@2x.png']);
  });

  it("404: absent, another project's, another account's, and what is no id, all alike", async () => {
    const rival = await make.studio();
    const foreign = await make.asset(await make.project(rival.accountId));
    const sibling = await make.asset(await make.project(api.accountId));
    const ids = [
      absentId,
      foreign.id,
      sibling.id,
      '1',
      'abc',
      '%00',
      `{${absentId}}`,
      absentId.replaceAll('-', ''),
    ];
    await expectAbsent(ids.map((id) => api.get(`${base}/${id}`)));
  });

  itRefusesStrangers(api, { scope: 'read:assets', path: `assets/${known.id}` });
});
