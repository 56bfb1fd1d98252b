import { describe, expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { SCOPES } from '@slipway/contracts';
import supertest from 'supertest';
import { serveConsole } from './served-console.js';

const { process, database, accountId, owner, member } = await serveConsole();
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
