import { describe, expect, it } from '@jest/globals';
import { APPROVAL_STATUSES } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/approvals`;
const asset = await make.asset(project, { name: 'T_Crate' });
const known = await make.approval(project, asset.id);

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('GET /v1/projects/:project_id/approvals', () => {
  it('200: returns every field of an approval, comments and stage without addresses', async () => {
    const own = await make.project(api.accountId);
    const boat = await make.asset(own, { name: 'SM_Boat' });
    const at = (hour: number) => new Date(`2026-11-03T${hour}:00:00.007Z`);
    const { id } = await make.approval(own, boat.id, {
      commitSha: '88410',
      approvalStage: 'review by lead@studio.test',
      status: 'approved',
      approverUserId: api.userId,
      comments: 'As ana@studio.test said: ship it.',
      assetVersion: 3,
      approvedAt: at(12),
      decidedAt: at(12),
      createdAt: at(10),
      updatedAt: at(13),
    });
    const { status, body } = await api.get(`/v1/projects/${own.id}/approvals`);
    expect(status).toBe(200);
    expect(body).toEqual({
      approvals: [
        {
          id,
          asset_id: boat.id,
          asset_name: 'SM_Boat',
          commit_sha: '88410',
          approval_stage: 'review by lead',
          approval_type: 'manual',
          status: 'approved',
          approver_user_id: api.userId,
          comments: 'As ana said: ship it.',
          asset_version: 3,
          approved_at: at(12).toISOString(),
          denied_at: null,
          ignored_at: null,
          decided_at: at(12).toISOString(),
          created_at: at(10).toISOString(),
          updated_at: at(13).toISOString(),
        },
      ],
      pagination: { limit: 20, has_more: false, next_cursor: null },
    });
  });

  it('200: filters by one status, several or all', async () => {
    const own = await make.project(api.accountId);
    const path = `/v1/projects/${own.id}/approvals`;
    const { id } = await make.asset(own);
    const made = new Map<string, string>();
    for (const [n, status] of APPROVAL_STATUSES.entries()) {
      made.set(status, (await make.approval(own, id, { status, createdAt: new Date(1_790_000_000_000 + n) })).id);
    }
    const shown = async (query: string) => idsOf((await api.get(`${path}?status=${query}`)).body.approvals);
    for (const status of APPROVAL_STATUSES) expect(await shown(status)).toEqual([made.get(status)]);
    expect(await shown('pending,denied')).toEqual([made.get('denied'), made.get('pending')]);
    expect(await shown('denied,pending,denied')).toEqual([made.get('denied'), made.get('pending')]);
    expect(await shown('denied,approved&limit=1')).toEqual([made.get('denied')]);
    expect(await shown(APPROVAL_STATUSES.join(','))).toHaveLength(4);
  });

  it('200: filters by stage, commit_sha and updated_since, exactly and case-sensitively', async () => {
    const own = await make.project(api.accountId);
    const path = `/v1/projects/${own.id}/approvals`;
    const { id } = await make.asset(own);
    const early = { approvalStage: 'review', commitSha: 'abc', updatedAt: new Date('2026-11-01T00:00:00Z') };
    const late = { approvalStage: 'art_review', commitSha: 'def', updatedAt: new Date('2026-11-02T00:00:00Z') };
    const first = await make.approval(own, id, early);
    const second = await make.approval(own, id, late);
    const shown = async (query: string) => idsOf((await api.get(`${path}?${query}`)).body.approvals);
    expect(await shown('stage=review')).toEqual([first.id]);
    expect(await shown('stage=art_review&status=pending,denied&commit_sha=def')).toEqual([second.id]);
    expect(await shown('commit_sha=abc')).toEqual([first.id]);
    expect(await shown('updated_since=2026-11-02')).toEqual([second.id]);
    expect(await shown('updated_since=2026-11-02T00:00:00.001Z')).toEqual([]);
    expect(await shown('updated_since=2026-11-02T01:00:00%2B01:00')).toEqual([second.id]);
    for (const nothing of ['stage=Review', 'stage=', 'stage=%25', 'commit_sha=ABC', 'commit_sha=ab_', 'stage=%00'])
      expect([nothing, await shown(nothing)]).toEqual([nothing, []]);
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    await expectRefusals(api, base, [
      ['status=done', 'invalid_status', { valid_statuses: [...APPROVAL_STATUSES] }],
      ['status=pending,done', 'invalid_status'],
      ['status=pending,', 'invalid_status'],
      ['status=Pending', 'invalid_status'],
      ['status=', 'invalid_status'],
      ['status[]=pending', 'invalid_parameter_type'],
      ['stage=a&stage=b', 'invalid_parameter_type'],
      ['commit_sha[x]=1', 'invalid_parameter_type'],
      ['updated_since=yesterday', 'invalid_parameter'],
      ['updated_since=', 'invalid_parameter'],
      ['updated_since=2026-02-30', 'invalid_parameter'],
      ['limit=0', 'invalid_parameter'],
      ['limit=ten&cursor=x', 'invalid_parameter'],
    ]);
  });

  describe('pages', () => {
    itPages(api, {
      path: base,
      key: 'approvals',
      filter: 'updated_since=2000-01-01',
      make: (createdAt) => make.approval(project, asset.id, { createdAt }),
      otherPath: `/v1/projects/${project.id}/changes`,
      makeOther: () => make.change(project),
    });

    it('200: merges several statuses into one order', async () => {
      const own = await make.project(api.accountId);
      const { id: assetId } = await make.asset(own);
      const path = `/v1/projects/${own.id}/approvals?status=pending,denied&limit=2`;
      const at = Date.parse('2026-11-09T00:00:00Z');
      const made: string[] = [];
      for (const [n, status] of ['denied', 'approved', 'pending', 'denied', 'pending', 'ignored'].entries()) {
        const { id } = await make.approval(own, assetId, { status, createdAt: new Date(at + (n % 3)) });
        if (status === 'denied' || status === 'pending') made.push(id);
      }
      const first = await api.get(path);
      const second = await api.get(`${path}&cursor=${first.body.pagination.next_cursor}`);
      const shown = [...first.body.approvals, ...second.body.approvals];
      expect(idsOf(shown).toSorted()).toEqual(made.toSorted());
      const keys = shown.map(({ created_at, id }) => `${created_at} ${id}`);
      expect(keys).toEqual(keys.toSorted().toReversed());
    });
  });
});

describe('GET /v1/projects/:project_id/approvals/:id', () => {
  it('200: returns an approval; an undecided one has null times', async () => {
    const { status, body } = await api.get(`${base}/${known.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: known.id,
      asset_id: asset.id,
      asset_name: 'T_Crate',
      commit_sha: '',
      approval_stage: 'art_review',
      status: 'pending',
      approver_user_id: null,
      decided_at: null,
    });
    expect((await api.get(`${base}/${known.id.toUpperCase()}`)).body.id).toBe(known.id);
  });
});
