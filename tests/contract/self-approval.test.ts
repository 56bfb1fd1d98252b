import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make } = api;

const { prisma } = api.database;

describe('POST /v1/projects/:project_id/assets/:asset_id/approvals', () => {
  it('403 self_approval: the author of the change, if the project forbids it; they may still deny', async () => {
    const own = await make.project(api.accountId);
    const { id } = await make.asset(own);
    const change = await make.change(own, { authorUserId: api.userId });
    await make.approval(own, id, { commitSha: change.identifier });
    const decide = (status: string) => api.post(`/v1/projects/${own.id}/assets/${id}/approvals`, { status });
    await prisma.project.update({ where: { id: own.id }, data: { noSelfApproval: true } });
    const refused = await decide('approved');
    expect([refused.status, refused.body.error]).toEqual([403, 'self_approval']);
    expect(refused.body.message).toEqual(expect.any(String));
    expect((await decide('denied')).status).toBe(200);
    await prisma.project.update({ where: { id: own.id }, data: { noSelfApproval: false } });
    expect((await decide('approved')).body).toMatchObject({ status: 'approved', approver_user_id: api.userId });
  });

  it('403 unknown_author: anyone but an owner, if the author of the change is unknown', async () => {
    const own = await make.project(api.accountId);
    await prisma.project.update({ where: { id: own.id }, data: { noSelfApproval: true } });
    const { id } = await make.asset(own);
    const change = await make.change(own, { authorUid: 'nobody' });
    await make.approval(own, id, { commitSha: change.identifier });
    const { token } = await make.apiToken((await make.member(own)).userId);
    const decide = (status: string, as?: string) =>
      api.post(`/v1/projects/${own.id}/assets/${id}/approvals`, { status }, as);
    const refused = await decide('approved', token);
    expect([refused.status, refused.body.error]).toEqual([403, 'unknown_author']);
    expect(refused.body.message).toContain('owner');
    expect((await decide('denied', token)).status).toBe(200);
    expect((await decide('approved')).body).toMatchObject({ status: 'approved', approver_user_id: api.userId });
  });
});
