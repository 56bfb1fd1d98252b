import { describe, expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { SCOPES } from '@slipway/contracts';
import supertest from 'supertest';
import { serveConsole } from './served-console.js';

const { process, database, make, accountId, project, owner, member } = await serveConsole();
const { prisma } = database;
const api = composeApi(process, () => false);

interface Created {
  readonly token: { readonly id: number; readonly prefix: string; readonly state: string };
  readonly value: string;
}

async function create(fields: object = {}): Promise<Created> {
  const body = { name: 'CI bot', scopes: ['ping', 'read:projects'], expires_in_days: 30, ...fields };
  const answer = await owner.browser.call('POST', '/tokens', body);
  expect(answer.status).toBe(200);
  return answer.body as Created;
}

const useToken = (value: string) => supertest(api).get('/api/v1/projects').set('authorization', `Bearer ${value}`);

describe('POST /console/api/tokens', () => {
  it('creates a token that works within its scopes, stores only its hash, and mails the owner', async () => {
    const { token, value } = await create();
    expect(value).toMatch(/^[\w-]{43}$/);
    expect((await useToken(value)).status).toBe(200);
    const tasks = await supertest(api).get('/api/v1/workspace/events').set('authorization', `Bearer ${value}`);
    expect(tasks.status).toBe(403);
    const row = await prisma.apiToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(JSON.stringify(row)).not.toContain(value);
    expect(row).toMatchObject({ userId: owner.id, origin: 'web', prefix: value.slice(0, 8) });
    expect(row.expiresAt?.getTime()).toBe(row.createdAt.getTime() + 30 * 24 * 60 * 60_000);
    const mail = await prisma.mailOutbox.findMany({ where: { apiTokenId: token.id } });
    expect(mail).toMatchObject([{ kind: 'token_created', userId: owner.id }]);
    expect(process.logLines.join('')).not.toContain(value);
  });

  it('is recorded in the audit log of the account, without the value', async () => {
    const { value } = await create({ name: 'Audited', expires_in_days: null });
    const entries = await prisma.auditEntry.findMany({ where: { accountId, action: 'token.create' } });
    const entry = entries.at(-1);
    expect(entry).toMatchObject({ userId: owner.id, ipAddress: expect.stringContaining('127.0.0.1') });
    expect(entry?.target).toContain('Audited');
    expect(JSON.stringify(entries, (_key, of) => (typeof of === 'bigint' ? Number(of) : of))).not.toContain(value);
  });

  it.each([
    { name: '' },
    { name: ' \u0007 ' },
    { name: 'x'.repeat(101) },
    { scopes: [] },
    { scopes: ['admin'] },
    { scopes: 'ping' },
    { expires_in_days: 0 },
    { extra: 1 },
    { project_ids: [] },
    { project_ids: [999_999] },
    { networks: ['studio'] },
    { networks: ['10.0.0.0/33'] },
    { networks: ['10.0.0.0/8,0.0.0.0/0'] },
  ])('422: %j', async (fields) => {
    const body = { name: 'x', scopes: ['ping'], expires_in_days: 1, ...fields };
    expect((await owner.browser.call('POST', '/tokens', body)).status).toBe(422);
  });
});

describe('GET /console/api/tokens', () => {
  it('lists your own tokens with their state, and the meaning of every scope', async () => {
    const { token } = await create({ name: 'Listed' });
    const { body } = await owner.browser.call('GET', '/tokens');
    expect(body.tokens).toContainEqual(
      expect.objectContaining({ id: token.id, name: 'Listed', state: 'active', last_used_at: null }),
    );
    expect(body.scopes.map(({ scope }: { scope: string }) => scope)).toEqual(SCOPES);
    expect(JSON.stringify(body)).not.toMatch(/hash/i);
    expect((await member.browser.call('GET', '/tokens')).body.tokens).toEqual([]);
  });
});

describe('POST /console/api/tokens/:token_id/revoke', () => {
  it('revokes the token at once', async () => {
    const { token, value } = await create();
    expect((await useToken(value)).status).toBe(200);
    expect((await owner.browser.call('POST', `/tokens/${token.id}/revoke`)).status).toBe(200);
    expect((await useToken(value)).status).toBe(401);
    expect((await owner.browser.call('POST', `/tokens/${token.id}/revoke`)).status).toBe(404);
    expect(await prisma.auditEntry.count({ where: { accountId, action: 'token.revoke' } })).toBe(1);
  });

  it('404: a token of another user, or an unknown one', async () => {
    const { token, value } = await create();
    expect((await member.browser.call('POST', `/tokens/${token.id}/revoke`)).status).toBe(404);
    expect((await member.browser.call('POST', '/tokens/x/revoke')).status).toBe(404);
    expect((await useToken(value)).status).toBe(200);
  });
});

const lastAudit = async (action: string) =>
  (await prisma.auditEntry.findMany({ where: { accountId, action }, orderBy: { id: 'asc' } })).at(-1);
const listed = async (id: number) =>
  (await owner.browser.call('GET', '/tokens')).body.tokens.find((token: { id: number }) => token.id === id);

describe('restrictions of a token', () => {
  it('are set when it is created, take effect at once, and are listed and audited', async () => {
    const other = await make.project(accountId);
    const networks = ['127.0.0.1', '2001:DB8::/32'];
    const { token, value } = await create({ project_ids: [project.id], networks });
    const { body } = await useToken(value);
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual([String(project.id)]);
    const restrictions = { project_ids: [project.id], networks: ['127.0.0.1/32', '2001:db8::/32'] };
    expect(await listed(token.id)).toMatchObject(restrictions);
    expect((await lastAudit('token.create'))?.detail).toMatchObject({ token_id: token.id, ...restrictions });
    const elsewhere = { project_ids: [other.id], networks: ['203.0.113.0/24'] };
    expect((await owner.browser.call('POST', `/tokens/${token.id}/restrict`, elsewhere)).status).toBe(200);
    expect((await useToken(value)).body).toMatchObject({ error: 'network_not_allowed' });
    expect((await lastAudit('token.restrict'))?.detail).toEqual({ token_id: token.id, ...elsewhere });
    await owner.browser.call('POST', `/tokens/${token.id}/restrict`, { project_ids: null, networks: null });
    expect((await useToken(value)).body.projects.length).toBeGreaterThan(1);
    expect(await listed(token.id)).toMatchObject({ project_ids: null, networks: null });
  });

  it('stay as they are unless they are sent, and null lifts one of them', async () => {
    const { token } = await create({ project_ids: [project.id], networks: ['203.0.113.0/24'] });
    const restrict = (body: object) => owner.browser.call('POST', `/tokens/${token.id}/restrict`, body);
    expect((await restrict({ networks: ['198.51.100.0/24'] })).status).toBe(200);
    expect(await listed(token.id)).toMatchObject({ project_ids: [project.id], networks: ['198.51.100.0/24'] });
    expect((await lastAudit('token.restrict'))?.detail).toMatchObject({ project_ids: [project.id] });
    expect((await restrict({})).status).toBe(200);
    expect(await listed(token.id)).toMatchObject({ project_ids: [project.id], networks: ['198.51.100.0/24'] });
    expect((await restrict({ networks: null })).status).toBe(200);
    expect(await listed(token.id)).toMatchObject({ project_ids: [project.id], networks: null });
    expect((await restrict({ project_ids: null })).status).toBe(200);
    expect(await listed(token.id)).toMatchObject({ project_ids: null, networks: null });
  });

  it.each(['project_ids', 'networks'])('422: an empty list of %s, which restricts nothing', async (field) => {
    const body = { name: 'CI bot', scopes: ['ping'], expires_in_days: 30, [field]: [] };
    expect((await owner.browser.call('POST', '/tokens', body)).status).toBe(422);
    const { token } = await create({ project_ids: [project.id], networks: ['203.0.113.0/24'] });
    expect((await owner.browser.call('POST', `/tokens/${token.id}/restrict`, { [field]: [] })).status).toBe(422);
    expect(await listed(token.id)).toMatchObject({ project_ids: [project.id], networks: ['203.0.113.0/24'] });
  });

  it('422: to a project that the user cannot see; 404: of a token of another user, or a revoked one', async () => {
    const { accountId: foreign } = await make.studio();
    const hidden = await make.project(foreign);
    const { token } = await create();
    const restrict = (browser: typeof owner.browser, body: object) =>
      browser.call('POST', `/tokens/${token.id}/restrict`, body);
    expect((await restrict(owner.browser, { project_ids: [hidden.id] })).status).toBe(422);
    expect((await restrict(member.browser, {})).status).toBe(404);
    await owner.browser.call('POST', `/tokens/${token.id}/revoke`);
    expect((await restrict(owner.browser, {})).status).toBe(404);
  });
});

describe('the longest lifetime of tokens', () => {
  const settings = `/accounts/${accountId}/settings`;
  const limit = async (days: number | null) =>
    expect((await owner.browser.call('PATCH', settings, { max_token_days: days })).status).toBe(200);

  it('refuses longer lifetimes and tokens that never expire, also for members; the change is audited', async () => {
    await limit(30);
    expect((await lastAudit('account.update'))?.detail).toEqual({ max_token_days: 30 });
    for (const { browser } of [owner, member])
      for (const days of [31, null]) {
        const body = { name: 'x', scopes: ['ping'], expires_in_days: days };
        const answer = await browser.call('POST', '/tokens', body);
        expect(answer.status).toBe(422);
        expect(answer.body.details).toEqual([
          { path: 'expires_in_days', message: 'Your account limits tokens to 30 days.' },
        ]);
      }
    await create({ expires_in_days: 30 });
    await limit(null);
    await create({ expires_in_days: null });
  });

  it('is the shortest of all accounts of a person', async () => {
    await limit(30);
    const { accountId: other } = await make.studio();
    await prisma.account.update({ where: { id: other }, data: { maxTokenDays: 7 } });
    await prisma.accountMembership.create({ data: { accountId: other, userId: owner.id } });
    expect((await owner.browser.call('GET', '/tokens')).body.max_days).toBe(7);
    expect((await member.browser.call('GET', '/tokens')).body.max_days).toBe(30);
    await prisma.accountMembership.deleteMany({ where: { accountId: other } });
    await limit(null);
  });

  it('leaves existing tokens alone until their owner shortens them, and tokens of the login flow altogether', async () => {
    const long = await create({ expires_in_days: null });
    const short = await create({ expires_in_days: 5 });
    const login = await make.apiToken(owner.id, {
      origin: 'cli',
      expiresAt: new Date(Date.now() + 90 * 86_400_000),
    });
    await limit(30);
    expect((await useToken(long.value)).status).toBe(200);
    const exceeds = async (id: number) => (await listed(id)).exceeds_limit;
    expect([await exceeds(long.token.id), await exceeds(short.token.id), await exceeds(login.id)]).toEqual([
      ...[true, false, false],
    ]);
    const over = (await owner.browser.call('GET', settings)).body.tokens_over_limit;
    expect(over).toBeGreaterThanOrEqual(1);
    const shorten = (id: number) => owner.browser.call('POST', `/tokens/${id}/shorten`);
    expect((await member.browser.call('POST', `/tokens/${long.token.id}/shorten`)).status).toBe(404);
    expect([(await shorten(short.token.id)).status, (await shorten(login.id)).status]).toEqual([404, 404]);
    expect((await shorten(long.token.id)).status).toBe(200);
    const { expiresAt } = await prisma.apiToken.findUniqueOrThrow({ where: { id: long.token.id } });
    expect(await exceeds(long.token.id)).toBe(false);
    expect((await lastAudit('token.shorten'))?.detail).toEqual({
      token_id: long.token.id,
      expires_at: expiresAt?.toISOString(),
    });
    expect((await owner.browser.call('GET', settings)).body.tokens_over_limit).toBe(over - 1);
    await limit(null);
    expect((await shorten(long.token.id)).status).toBe(404);
  });

  it('403: for members', async () => {
    expect((await member.browser.call('PATCH', settings, { max_token_days: 1 })).status).toBe(403);
  });
});
