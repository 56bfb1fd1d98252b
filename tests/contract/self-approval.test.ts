import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make } = api;

describe('POST /v1/projects/:project_id/assets/:asset_id/approvals', () => {
  it('403 self_approval: the author of the change, if the project forbids it; they may still deny', async () => {
    const own = await make.project(api.accountId);
    const { id } = await make.asset(own);
    const change = await make.change(own, { authorUserId: api.userId });
    await make.approval(own, id, { commitSha: change.identifier });
    const decide = (status: string) => api.post(`/v1/projects/${own.id}/assets/${id}/approvals`, { status });
    await api.database.prisma.project.update({ where: { id: own.id }, data: { noSelfApproval: true } });
    const refused = await decide('approved');
    expect([refused.status, refused.body.error]).toEqual([403, 'self_approval']);
    expect(refused.body.message).toEqual(expect.any(String));
    expect((await decide('denied')).status).toBe(200);
    await api.database.prisma.project.update({ where: { id: own.id }, data: { noSelfApproval: false } });
    expect((await decide('approved')).body).toMatchObject({ status: 'approved', approver_user_id: api.userId });
  });
});
