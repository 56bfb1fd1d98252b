import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { prisma } = api.database;

describe('GET /v1/accounts', () => {
  it('200: lists the accounts of the user with plan, role and projects, but no name, for a token with any scope', async () => {
    const other = await api.make.studio();
    const otherProject = await api.make.project(other.accountId);
    await prisma.account.update({ where: { id: other.accountId }, data: { plan: 'free' } });
    await prisma.accountMembership.create({ data: { accountId: other.accountId, userId: api.userId } });
    const { token } = await api.make.apiToken(api.userId, { scopes: ['ping'] });
    const { status, body } = await api.get('/v1/accounts', token);
    expect(status).toBe(200);
    expect(body.accounts).toEqual([
      {
        id: api.accountId,
        prefixed_id: expect.any(String),
        plan: expect.any(String),
        role: 'owner',
        is_default: true,
        project_ids: [String(api.project.id)],
      },
      {
        id: other.accountId,
        prefixed_id: expect.any(String),
        plan: 'free',
        role: 'member',
        is_default: false,
        project_ids: [String(otherProject.id)],
      },
    ]);
  });

  it('200: marks the account that the user chose as the default, as the workspace feed does', async () => {
    const { userId, accountId } = await api.make.studio();
    const second = await api.make.studio();
    await prisma.accountMembership.create({ data: { accountId: second.accountId, userId } });
    await prisma.user.update({ where: { id: userId }, data: { defaultAccountId: second.accountId } });
    const { token } = await api.make.apiToken(userId);
    const { body } = await api.get('/v1/accounts', token);
    const defaults = body.accounts.map((account: { id: number; is_default: boolean }) => [
      account.id,
      account.is_default,
    ]);
    expect(defaults).toEqual([
      [accountId, false],
      [second.accountId, true],
    ]);
    expect((await api.get('/v1/auth/context', token)).body.account_id).toBe(second.accountId);
  });

  it('401: no token', async () => {
    expect((await api.get('/v1/accounts', null)).status).toBe(401);
  });
});
