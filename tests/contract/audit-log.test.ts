import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { startApi } from './api.js';

const api = await startApi();
const { make, database, accountId, userId } = api;
const { prisma } = database;

const write = (fields: {
  action: string;
  target?: string;
  detail?: object;
  createdAt?: Date;
  projectId?: number;
}) =>
  prisma.auditEntry.create({
    data: { accountId, userId, ipAddress: '10.0.0.7', userAgent: 'test', ...fields },
  });

describe('GET /v1/audit_log', () => {
  it('200: lists entries with their place and hash in the chain, newest first, page by page', async () => {
    for (const target of ['one', 'two', 'three']) await write({ action: 'integration.create', target });
    const first = await api.get('/v1/audit_log?action=integration.create&limit=2');
    expect(first.status).toBe(200);
    expect(first.body.entries).toMatchObject([
      {
        target: 'three',
        user_id: userId,
        description: 'Added an integration',
        ip_address: '10.0.0.7',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { target: 'two' },
    ]);
    const [newer, older] = first.body.entries;
    expect(newer.position).toBe(older.position + 1);
    const cursor = encodeURIComponent(first.body.pagination.next_cursor);
    const second = await api.get(`/v1/audit_log?action=integration.create&limit=2&cursor=${cursor}`);
    expect(second.body.entries.map(({ target }: { target: string }) => target)).toEqual(['one']);
  });

  it('200: filters by user, group of actions, project and time', async () => {
    await write({
      action: 'billing.change_plan',
      createdAt: new Date('2026-01-05T00:00:00Z'),
      projectId: api.project.id,
    });
    const found = async (query: string) =>
      (await api.get(`/v1/audit_log?action=billing&${query}`)).body.entries.length;
    expect(await found(`user_id=${userId}`)).toBe(1);
    expect(await found(`user_id=${userId + 1000}`)).toBe(0);
    expect(await found(`project_id=${api.project.id}`)).toBe(1);
    expect(await found('since=2026-01-05&until=2026-01-06')).toBe(1);
    expect(await found('until=2026-01-05')).toBe(0);
    expect(await found('since=2026-01-06')).toBe(0);
  });

  it('200: contains user ids, but neither names nor email addresses', async () => {
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    await write({ action: 'member.remove', target: 'Former Person', detail: { user_id: 77 } });
    await write({ action: 'account.update', target: name, detail: { name, time_zone: 'UTC' } });
    await write({
      action: 'token.create',
      target: `${name} at ana@studio.test`,
      detail: { note: [name, 'x@y.test'] },
    });
    const { text, body } = await api.get('/v1/audit_log?limit=3');
    expect(text).not.toMatch(/Former Person|@/);
    expect(text).not.toContain(name);
    expect(body.entries).toMatchObject([
      { target: expect.stringContaining(`user:${userId}`) },
      { target: '', detail: { time_zone: 'UTC' } },
      { target: '', detail: { user_id: 77 } },
    ]);
  });

  it('200: reads another account of the user by its id', async () => {
    const other = await make.studio();
    await prisma.accountMembership.create({ data: { accountId: other.accountId, userId, role: 'owner' } });
    expect((await api.get(`/v1/audit_log?account_id=${other.accountId}`)).body.entries).toEqual([]);
  });

  it('401: no token', async () => {
    expect((await api.get('/v1/audit_log', null)).status).toBe(401);
  });

  it('403: a token without read:audit, which the login flow never grants', async () => {
    const { status, body } = await api.get('/v1/audit_log', await api.tokenWithout('read:audit'));
    expect([status, body.error, body.required_scope]).toEqual([403, 'insufficient_scope', 'read:audit']);
    expect(LOGIN_SCOPES).not.toContain('read:audit');
  });

  it('403: a member who is not an owner', async () => {
    const person = await make.studio();
    await prisma.accountMembership.create({ data: { accountId, userId: person.userId, role: 'member' } });
    const { token } = await make.apiToken(person.userId);
    const { status, body } = await api.get(`/v1/audit_log?account_id=${accountId}`, token);
    expect([status, body.error]).toEqual([403, 'owner_required']);
  });

  it('404: an account that the user does not belong to', async () => {
    const { accountId: foreign } = await make.studio();
    expect((await api.get(`/v1/audit_log?account_id=${foreign}`)).status).toBe(404);
  });

  it('404: a project of another account', async () => {
    const foreign = await make.project((await make.studio()).accountId);
    expect((await api.get(`/v1/audit_log?project_id=${foreign.id}`)).status).toBe(404);
  });

  it('422: a time that cannot be read', async () => {
    expect((await api.get('/v1/audit_log?since=soon')).status).toBe(422);
  });
});

describe('the audit log of an account', () => {
  const entries = (action: string) => prisma.auditEntry.findMany({ where: { accountId, action } });

  it('records the first use of a token, once, with its IP address', async () => {
    const { token, id } = await make.apiToken(userId);
    const uses = async () =>
      (await entries('token.first_use')).filter(({ detail }) => (detail as { token_id?: number }).token_id === id);
    await api.get('/v1/ping', token);
    await api.get('/v1/ping', token);
    await eventually('the first use is recorded', async () => (await uses())[0]);
    expect(await uses()).toMatchObject([{ ipAddress: expect.stringContaining('127.0.0.1') }]);
  });

  it('records decisions on assets with the token that made them', async () => {
    const asset = await make.asset(api.project);
    const path = `/v1/projects/${api.project.id}/assets/${asset.id}/approvals`;
    expect((await api.post(path, { status: 'approved' })).status).toBe(201);
    expect(await entries('approval.decide')).toMatchObject([
      { userId, projectId: api.project.id, detail: { decision: 'approved', token_id: expect.any(Number) } },
    ]);
  });
});
