import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent, itRefusesStrangers } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const pathOf = (assetId: string) => `/v1/projects/${project.id}/assets/${assetId}/approvals`;
const known = await make.asset(project);
const absentId = '0192d3a4-0000-7000-8000-000000000001';

const readAsset = async (id: string) => (await api.get(`/v1/projects/${project.id}/assets/${id}`)).body;

describe('POST /v1/projects/:project_id/assets/:asset_id/approvals', () => {
  it('201: without a record one is made, against the last change that touched the asset', async () => {
    const { id } = await make.asset(project, { name: 'SM_Boat', version: 7 });
    const older = await make.change(project, { identifier: '88001' });
    const newer = await make.change(project, { identifier: '88002' });
    const at = (hour: number) => new Date(`2026-11-03T${hour}:00:00Z`);
    await make.assetEvent(project, id, { changeId: newer.id, occurredAt: at(11) });
    await make.assetEvent(project, id, { changeId: older.id, occurredAt: at(10) });
    await make.assetEvent(project, id, { source: 'cooked-hash', occurredAt: at(12) });
    const before = Date.now();
    const answer = await api.post(pathOf(id), { status: 'approved' });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`/api/v1/projects/${project.id}/approvals/${answer.body.id}`);
    expect(answer.body).toEqual({
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
      approved_at: answer.body.decided_at,
      denied_at: null,
      ignored_at: null,
      decided_at: expect.any(String),
      created_at: answer.body.decided_at,
      updated_at: answer.body.decided_at,
    });
    // The database's clock is the machine's own here.
    expect(Math.abs(Date.parse(answer.body.decided_at) - before)).toBeLessThan(60_000);
    expect((await api.get(`/v1/projects/${project.id}/approvals/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await readAsset(id)).approval_status).toBe('approved');
  });

  it('201: an asset no change touched is approved against none; stage and comments as sent', async () => {
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

  it('200: the newest record takes the decision, the older ones stay', async () => {
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

  it('200: a new decision clears the times of the one before; stage and comments change only when sent', async () => {
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

  it('200: the approver is the caller', async () => {
    const { id } = await make.asset(project);
    const { userId } = await make.member(project);
    const { token } = await make.apiToken(userId);
    await api.post(pathOf(id), { status: 'approved' });
    const { body } = await api.post(pathOf(id), { status: 'denied' }, token);
    expect(body.approver_user_id).toBe(userId);
  });

  it('200 and 201: decisions at the same time leave one record, and the asset follows the last', async () => {
    const { id } = await make.asset(project);
    const statuses = ['approved', 'denied', 'ignored'] as const;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => api.post(pathOf(id), { status: statuses[n % 3] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(11).fill(200), 201]);
    const asset = await readAsset(id);
    expect(asset.approvals_history).toHaveLength(1);
    expect(asset.approval_status).toBe(asset.approvals_history[0].status);
  });

  it.each(['trial_expired', 'demo'] as const)('403: an account that is read-only (%s)', async (readOnlyReason) => {
    const { accountId, userId } = await make.studio();
    await api.database.prisma.account.update({ where: { id: accountId }, data: { readOnlyReason } });
    const lapsed = await make.project(accountId);
    const { id } = await make.asset(lapsed);
    const { token } = await make.apiToken(userId);
    const path = `/v1/projects/${lapsed.id}/assets/${id}/approvals`;
    const { status, body } = await api.post(path, { status: 'approved' }, token);
    expect([status, body.error, body.reason]).toEqual([403, 'demo_read_only', readOnlyReason]);
    expect('upgrade_url' in body).toBe(readOnlyReason === 'trial_expired');
    expect((await api.get(`/v1/projects/${lapsed.id}/assets/${id}`, token)).body.approvals_history).toEqual([]);
  });

  it("404: absent, another project's, another account's, and what is no id, all alike; nothing is written", async () => {
    const foreign = await make.asset(await make.project((await make.studio()).accountId));
    const sibling = await make.asset(await make.project(api.accountId));
    const ids = [absentId, foreign.id, sibling.id, '1', '%00'];
    const count = () => api.database.prisma.approval.count();
    const before = await count();
    await expectAbsent(ids.map((id) => api.post(pathOf(id), { status: 'approved' })));
    expect(await count()).toBe(before);
  });

  it('422: a missing or unknown status', async () => {
    for (const body of [
      {},
      { status: null },
      { status: 'pending' },
      { status: 'Approved' },
      { status: ['approved'] },
    ]) {
      const answer = await api.post(pathOf(known.id), body);
      expect([body, answer.status]).toEqual([body, 422]);
      expect(answer.body).toMatchObject({
        error: 'invalid_status',
        valid_statuses: ['approved', 'denied', 'ignored'],
      });
    }
  });

  it('422: other fields, and fields of the wrong form', async () => {
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
      const answer = await api.post(pathOf(known.id), body);
      expect([body, answer.status, answer.body.error]).toEqual([body, 422, error]);
    }
    expect((await readAsset(known.id)).approvals_history).toEqual([]);
  });

  it('400: what is no JSON; 415: another media type; 413: too much of it', async () => {
    const send = (type: string, text: string) =>
      api.post(pathOf(known.id), '').set('Content-Type', type).send(text);
    expect((await send('application/json', '{"status":')).body.error).toBe('invalid_json');
    expect((await send('text/plain', '{"status":"approved"}')).status).toBe(415);
    expect((await send('application/json', `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
  });

  itRefusesStrangers(api, {
    scope: 'write:assets',
    path: `assets/${known.id}/approvals`,
    body: { status: 'approved' },
  });
});
