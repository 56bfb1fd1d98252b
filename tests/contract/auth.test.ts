import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { hashToken } from '@slipway/domain';
import { eventually } from '@slipway/testing';
import { startApi } from './api.js';

const api = await startApi();
const { prisma } = api.database;

describe('GET /v1/ping', () => {
  it('200: describes the token without its value', async () => {
    const { token } = await api.make.apiToken(api.userId, { scopes: ['ping'] });
    const { status, body, text } = await api.get('/v1/ping', token);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      token: { name: expect.any(String), prefix: token.slice(0, 8), scopes: ['ping'], expires_at: null },
    });
    expect(text).not.toContain(token);
  });

  it('401: as soon as the token is revoked; its last use is recorded', async () => {
    const { id, token } = await api.make.apiToken(api.userId);
    expect((await api.get('/v1/ping', token)).status).toBe(200);
    await eventually('last_used_at is written', async () => {
      const row = await prisma.apiToken.findUniqueOrThrow({ where: { id } });
      return row.lastUsedAt ?? undefined;
    });
    await prisma.apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
    expect((await api.get('/v1/ping', token)).status).toBe(401);
  });

  it('401: after the token has expired', async () => {
    const { token } = await api.make.apiToken(api.userId, { expiresAt: new Date(Date.now() - 1) });
    expect((await api.get('/v1/ping', token)).status).toBe(401);
  });
});

describe('GET /v1/auth/context', () => {
  it('200: accepts any valid token', async () => {
    const { token } = await api.make.apiToken(api.userId, { scopes: ['read:tasks'] });
    const { status, body } = await api.get('/v1/auth/context', token);
    expect(status).toBe(200);
    expect(body).toEqual({
      actor_type: 'user',
      user_id: api.userId,
      account_id: api.accountId,
      scopes: ['read:tasks'],
      token: { name: expect.any(String), prefix: token.slice(0, 8), expires_at: null },
    });
  });
});

describe('GET /v1/projects', () => {
  it('200: lists the projects of all accounts of the user by id, including paused and archived ones', async () => {
    const { userId, accountId } = await api.make.studio();
    const other = await api.make.studio();
    await prisma.accountMembership.create({ data: { userId, accountId: other.accountId } });
    const projects = [
      await api.make.project(accountId, { archivedAt: new Date() }),
      await api.make.project(other.accountId, { pausedAt: new Date() }),
      await api.make.project(accountId),
    ];
    const { token } = await api.make.apiToken(userId);
    const { body } = await api.get('/v1/projects', token);
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual(projects.map(({ id }) => String(id)));
    const one = await api.get(`/v1/projects/${projects[0]?.id}`, token);
    expect(one.body).toEqual(body.projects[0]);
  });
});

const verifier = randomBytes(32).toString('base64url');
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');

async function loginCode(fields: { expiresAt?: Date } = {}) {
  const code = randomBytes(32).toString('base64url');
  await prisma.loginCode.create({
    data: {
      codeHash: hashToken(code),
      userId: api.userId,
      codeChallenge,
      redirectUri: 'http://127.0.0.1:9/callback',
      clientName: 'slipway',
      scopes: [...LOGIN_SCOPES],
      expiresAt: new Date(Date.now() + 60_000),
      ...fields,
    },
  });
  return code;
}

describe('POST /v1/cli/token_exchange', () => {
  const exchange = (body: unknown) => api.post('/v1/cli/token_exchange', body, null);

  it('200: issues a working token for 90 days and queues a notice by mail', async () => {
    const code = await loginCode();
    const { status, body, headers } = await exchange({ code, code_verifier: verifier, device_name: 'bob@laptop' });
    expect(status).toBe(200);
    expect([headers['cache-control'], headers['pragma']]).toEqual(['no-store', 'no-cache']);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      token_type: 'bearer',
      name: 'bob',
      scopes: [...LOGIN_SCOPES],
      actor: { user_id: api.userId, email: expect.stringContaining('@') },
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(90 * 24 * 3600 * 1000);
    expect((await api.get('/v1/ping', body.token)).status).toBe(200);
    const stored = await prisma.apiToken.findUniqueOrThrow({
      where: { tokenHash: hashToken(body.token) },
      include: { mail: true },
    });
    expect(stored).toMatchObject({
      prefix: body.token.slice(0, 8),
      origin: 'cli',
      mail: [{ kind: 'token_created' }],
    });
  });

  it('200: is recorded in the audit log of each account of the user, without the token', async () => {
    const { accountId: other } = await api.make.studio();
    await prisma.accountMembership.create({ data: { accountId: other, userId: api.userId } });
    const { body } = await exchange({ code: await loginCode(), code_verifier: verifier });
    const { id } = await prisma.apiToken.findUniqueOrThrow({ where: { tokenHash: hashToken(body.token) } });
    for (const accountId of [api.accountId, other]) {
      const entry = await prisma.auditEntry.findFirst({
        where: { accountId, action: 'token.create' },
        orderBy: { id: 'desc' },
      });
      expect(entry).toMatchObject({
        userId: api.userId,
        ipAddress: expect.stringContaining('127.0.0.1'),
        detail: { token_id: id, origin: 'cli', scopes: [...LOGIN_SCOPES], expires_at: body.expires_at },
      });
      expect(JSON.stringify([entry?.target, entry?.detail])).not.toContain(body.token);
    }
  });

  it('422: responds to every mistake with the same invalid_grant, and the attempt uses up the code', async () => {
    const used = await loginCode();
    await exchange({ code: used, code_verifier: verifier });
    const wrong = await loginCode();
    const attempts = [
      {},
      { code: await loginCode() },
      { code: await loginCode(), code_verifier: '' },
      { code: await loginCode(), code_verifier: 42 },
      { code: 'unknown', code_verifier: verifier },
      { code: await loginCode({ expiresAt: new Date(Date.now() - 1) }), code_verifier: verifier },
      { code: used, code_verifier: verifier },
      { code: wrong, code_verifier: randomBytes(32).toString('base64url') },
      { code: wrong, code_verifier: verifier },
    ];
    for (const attempt of attempts) {
      const { status, body } = await exchange(attempt);
      expect([status, body.error]).toEqual([422, 'invalid_grant']);
    }
  });

  it.each([
    ['the right verifier', { code_verifier: verifier }],
    ['a wrong verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['no verifier', {}],
  ])('422: reusing a code with %s revokes its token at once', async (_with, again) => {
    const code = await loginCode();
    const { body } = await exchange({ code, code_verifier: verifier, device_name: 'reused laptop' });
    expect((await api.get('/v1/ping', body.token)).status).toBe(200);
    const { status, body: refused } = await exchange({ code, ...again });
    expect([status, refused.error]).toEqual([422, 'invalid_grant']);
    expect((await api.get('/v1/ping', body.token)).status).toBe(401);
    const { id, revokedAt } = await prisma.apiToken.findUniqueOrThrow({
      where: { tokenHash: hashToken(body.token) },
    });
    expect(revokedAt).not.toBeNull();
    const logged = api.process.logLines.map((line) => JSON.parse(line)).filter(({ tokenId }) => tokenId === id);
    expect(logged).toMatchObject([{ msg: 'login code used twice: its token is revoked', userId: api.userId }]);
    const audited = await prisma.auditEntry.findMany({
      where: { accountId: api.accountId, action: 'token.revoke_reused' },
      orderBy: { id: 'desc' },
    });
    expect(audited[0]).toMatchObject({ userId: api.userId, target: `reused laptop (${body.token.slice(0, 8)}…)` });
  });

  it('422: reusing a code leaves a token alone that its owner already revoked', async () => {
    const code = await loginCode();
    const { body } = await exchange({ code, code_verifier: verifier });
    const where = { tokenHash: hashToken(body.token) };
    const { revokedAt } = await prisma.apiToken.update({ where, data: { revokedAt: new Date() } });
    expect((await exchange({ code, code_verifier: verifier })).status).toBe(422);
    expect((await prisma.apiToken.findUniqueOrThrow({ where })).revokedAt).toEqual(revokedAt);
  });

  it('200, 422: simultaneous exchanges of one code issue one token, which is revoked', async () => {
    for (let race = 0; race < 4; race += 1) {
      const code = await loginCode();
      const attempts = [1, 2, 3].map(() => exchange({ code, code_verifier: verifier }));
      const responses = await Promise.all(attempts);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
      const { token } = responses.find(({ status }) => status === 200)?.body ?? {};
      expect((await api.get('/v1/ping', token)).status).toBe(401);
    }
  });
});
