import { describe, expect, it } from '@jest/globals';
import { CALLBACK, proofKey, startOauthService } from '../oauth-service.js';

const service = await startOauthService();
const { origin, clock, user, database } = service;
const { register, post, allow, token, exchange, refresh, connected } = service;
const { prisma } = database;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const ping = async (accessToken: string | undefined) =>
  (await fetch(`${origin}/api/v1/ping`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

describe('POST /oauth/token with a code', () => {
  it('200: issues a token with the granted scopes that works for an hour, listed as the client for 90 days', async () => {
    const { tokens } = await connected({ scope: 'ping read:tasks' });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'ping read:tasks' });
    expect(await ping(tokens['access_token'])).toBe(200);
    const { body } = await user.call('GET', '/tokens');
    const [listed] = (body as { tokens: { expires_at: string }[] }).tokens;
    expect(listed).toMatchObject({
      name: 'Test client',
      origin: 'mcp',
      state: 'active',
      scopes: ['ping', 'read:tasks'],
    });
    expect(Date.parse(listed?.expires_at ?? '') - clock.now()).toBe(90 * DAY_MS);
    clock.advance(60 * MINUTE_MS);
    expect(await ping(tokens['access_token'])).toBe(401);
    expect((await user.call('GET', '/tokens')).body).toMatchObject({ tokens: [{ state: 'active' }] });
  });

  it('stores neither codes nor tokens, and logs none', async () => {
    const { code, tokens } = await connected();
    const rows = JSON.stringify([
      await prisma.loginCode.findMany(),
      await prisma.apiToken.findMany(),
      await prisma.oauthRefreshToken.findMany(),
      service.process.logLines,
    ]);
    for (const secret of [code, tokens['access_token'], tokens['refresh_token']])
      expect(rows).not.toContain(secret);
  });

  it('mails the user one notice for a grant, and none when it is refreshed', async () => {
    const { clientId, tokens } = await connected();
    const before = await prisma.mailOutbox.count({ where: { kind: 'token_created' } });
    await refresh(clientId, tokens['refresh_token']);
    expect(await prisma.mailOutbox.count({ where: { kind: 'token_created' } })).toBe(before);
  });

  it.each([
    ['another verifier', { code_verifier: proofKey().verifier }],
    ['no verifier', { code_verifier: '' }],
    ['another loopback port', { redirect_uri: 'http://127.0.0.1:49153/callback' }],
    ['no redirect address', { redirect_uri: '' }],
  ])('400: with %s, after which the code is used up', async (_, changes) => {
    const clientId = await register();
    const key = proofKey();
    const code = await allow(clientId, key);
    expect(await exchange(clientId, { code, ...key }, changes)).toMatchObject(invalidGrant);
    expect(await exchange(clientId, { code, ...key })).toMatchObject(invalidGrant);
  });

  it('400: for a code of another client, which uses it up', async () => {
    const [clientId, thief] = [await register(), await register()];
    const key = proofKey();
    const code = await allow(clientId, key);
    expect(await exchange(thief, { code, ...key })).toMatchObject(invalidGrant);
    expect(await exchange(clientId, { code, ...key })).toMatchObject(invalidGrant);
  });

  it('400: a minute after the user allowed access', async () => {
    const clientId = await register();
    const key = proofKey();
    const code = await allow(clientId, key);
    clock.advance(MINUTE_MS);
    expect(await exchange(clientId, { code, ...key })).toMatchObject(invalidGrant);
  });

  it('400: for a code that was used before, which revokes its token', async () => {
    const { clientId, key, code, tokens } = await connected();
    expect(await exchange(clientId, { code, ...key })).toMatchObject(invalidGrant);
    expect(await ping(tokens['access_token'])).toBe(401);
    expect(await refresh(clientId, tokens['refresh_token'])).toMatchObject(invalidGrant);
  });

  it('the login flow does not accept codes of OAuth clients, nor the other way around', async () => {
    const clientId = await register();
    const key = proofKey();
    const code = await allow(clientId, key);
    const response = await fetch(`${origin}/api/v1/cli/token_exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, code_verifier: key.verifier }),
    });
    expect([response.status, await response.json()]).toMatchObject([422, { error: 'invalid_grant' }]);
    const login = new URLSearchParams({ code_challenge: key.challenge, state: 's', redirect_uri: CALLBACK });
    const { headers } = await user.submit(`/cli/auth?${login}`, { decision: 'allow' });
    const loginCode = new URL(String(headers['location'])).searchParams.get('code') ?? '';
    expect(await exchange(clientId, { code: loginCode, ...key })).toMatchObject(invalidGrant);
  });

  it('400: for a resource that the code is not for, an unknown client and other grants', async () => {
    const clientId = await register();
    const key = proofKey();
    const code = await allow(clientId, key, { resource: `${origin}/mcp/readonly` });
    const other = { resource: `${origin}/mcp` };
    expect((await exchange(clientId, { code, ...key }, other)).body['error']).toBe('invalid_target');
    expect((await exchange(crypto.randomUUID(), { code, ...key })).body['error']).toBe('invalid_client');
    expect((await exchange("' OR 1=1", { code, ...key })).body['error']).toBe('invalid_client');
    for (const grant of ['password', 'client_credentials', 'implicit'])
      expect((await token({ grant_type: grant, client_id: clientId })).body['error']).toBe(
        'unsupported_grant_type',
      );
    expect((await post('/oauth/token', {})).body['error']).toBe('invalid_request');
  });
});

describe('POST /oauth/token with a refresh token', () => {
  it('200: replaces both tokens and keeps the scopes, the entry in the list and its prefix', async () => {
    const { clientId, tokens } = await connected({ scope: 'ping read:builds' });
    const next = await refresh(clientId, tokens['refresh_token'], { scope: 'ping' });
    expect(next).toMatchObject({ status: 200, body: { scope: 'ping read:builds', expires_in: 3_600 } });
    expect(await ping(tokens['access_token'])).toBe(401);
    expect(await ping(next.body['access_token'])).toBe(200);
    expect(next.body['access_token']?.slice(0, 8)).toBe(tokens['access_token']?.slice(0, 8));
  });

  it('200: a repeated request within a minute gets the same tokens, even at the same time', async () => {
    const { clientId, tokens } = await connected();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(clientId, tokens['refresh_token'])));
    clock.advance(MINUTE_MS - 1);
    const late = await refresh(clientId, tokens['refresh_token']);
    const pairs = [...answers, late].map(({ body }) => `${body['access_token']} ${body['refresh_token']}`);
    expect(new Set(pairs).size).toBe(1);
    expect(await ping(late.body['access_token'])).toBe(200);
  });

  it.each([1, 3])('400: a refresh token used again %i refreshes later revokes the grant', async (times) => {
    const { clientId, tokens } = await connected();
    let latest = tokens;
    for (let count = 0; count < times; count += 1) {
      latest = (await refresh(clientId, latest['refresh_token'])).body;
      clock.advance(MINUTE_MS + 1);
    }
    expect(await refresh(clientId, tokens['refresh_token'])).toMatchObject(invalidGrant);
    expect(await ping(latest['access_token'])).toBe(401);
    expect(await refresh(clientId, latest['refresh_token'])).toMatchObject(invalidGrant);
    expect(await prisma.auditEntry.count({ where: { action: 'token.revoke_reused' } })).toBeGreaterThan(0);
  });

  it('400: for another client, more scopes, another resource, and after 90 days', async () => {
    const { clientId, tokens } = await connected({ scope: 'read:tasks' });
    const refreshToken = tokens['refresh_token'];
    expect(await refresh(await register(), refreshToken)).toMatchObject(invalidGrant);
    expect((await refresh(clientId, refreshToken, { scope: 'write:tasks' })).body['error']).toBe('invalid_scope');
    const other = { resource: 'https://other.example/mcp' };
    expect((await refresh(clientId, refreshToken, other)).body['error']).toBe('invalid_target');
    const next = await refresh(clientId, refreshToken);
    expect(next.status).toBe(200);
    clock.advance(90 * DAY_MS - 30 * MINUTE_MS);
    const last = await refresh(clientId, next.body['refresh_token']);
    expect([last.status, last.body.expires_in]).toEqual([200, 30 * 60]);
    clock.advance(30 * MINUTE_MS);
    expect(await ping(last.body['access_token'])).toBe(401);
    expect((await refresh(clientId, last.body['refresh_token'])).status).toBe(400);
  });

  it('400: once the user has revoked the token in their settings', async () => {
    const { clientId, tokens } = await connectedAfterSignIn();
    const { body } = await user.call('GET', '/tokens');
    const [listed] = (body as { tokens: { id: number }[] }).tokens;
    await user.call('POST', `/tokens/${listed?.id}/revoke`);
    expect(await ping(tokens['access_token'])).toBe(401);
    expect(await refresh(clientId, tokens['refresh_token'])).toMatchObject(invalidGrant);
  });
});

/** The clock has passed the end of the session. */
async function connectedAfterSignIn() {
  await user.submit('/sign-in', { email: 'ana@studio.example', password: 'correct horse battery' });
  return connected();
}

describe('POST /oauth/revoke', () => {
  it.each(['access_token', 'refresh_token'])('200: ends the grant by its %s', async (kind) => {
    const { clientId, tokens } = await connectedAfterSignIn();
    const { status } = await post('/oauth/revoke', { client_id: clientId, token: tokens[kind] ?? '' });
    expect([status, await ping(tokens['access_token'])]).toEqual([200, 401]);
    expect(await refresh(clientId, tokens['refresh_token'])).toMatchObject(invalidGrant);
  });

  it('200: for an unknown token or one of another client, which stays valid', async () => {
    const { clientId, tokens } = await connectedAfterSignIn();
    const thief = await register();
    const fields = { client_id: thief, token: tokens['access_token'] ?? '' };
    expect((await post('/oauth/revoke', fields)).status).toBe(200);
    expect((await post('/oauth/revoke', { client_id: clientId, token: 'unknown' })).status).toBe(200);
    expect(await ping(tokens['access_token'])).toBe(200);
  });
});
