import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { CALLBACK, proofKey, startOauthService } from '../oauth-service.js';
import { plainBrowser } from './plain-browser.js';

const service = await startOauthService();
const { origin, clock, user, database, consoleApp } = service;
const { register, postJson, post, authorizePath, allow, token, exchange, refresh, connected } = service;
const { prisma } = database;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEB = 'https://client.example/callback';

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const ping = async (accessToken: string | undefined) =>
  (await fetch(`${origin}/api/v1/ping`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

describe('GET /.well-known/oauth-authorization-server', () => {
  it('names routes of the console, and only what is supported', async () => {
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server`);
    expect(await response.json()).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: LOGIN_SCOPES,
    });
  });
});

describe('POST /oauth/register', () => {
  it('201: answers with what was registered, and never with a secret', async () => {
    const { status, body } = await postJson({
      client_name: 'Claude\u0007 for ana@studio.example',
      redirect_uris: [WEB, WEB],
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: 'https://client.example/logo.png',
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ token_endpoint_auth_method: 'none' })]);
    expect(body).toMatchObject({ redirect_uris: [WEB], grant_types: ['authorization_code', 'refresh_token'] });
    expect(body).not.toHaveProperty('client_secret');
    expect(JSON.stringify(body)).not.toContain('ana@');
  });

  it.each([
    ['no address', {}],
    ['an empty list', { redirect_uris: [] }],
    ['eleven addresses', { redirect_uris: Array.from({ length: 11 }, (_, index) => `${WEB}${index}`) }],
    ['an address without https', { redirect_uris: ['http://client.example/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['an address that is no text', { redirect_uris: [{}] }],
  ])('400: invalid_redirect_uri for %s', async (_, metadata) => {
    expect(await postJson(metadata)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
  });

  it('400: invalid_client_metadata for a body that is no object; 413: for a huge one; 405: for a GET', async () => {
    expect(await postJson([])).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
    expect(await post('/oauth/register', { redirect_uris: WEB })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    });
    expect((await postJson({ client_name: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await fetch(`${origin}/oauth/register`)).status).toBe(405);
  });

  it('a client that nobody allows access is forgotten after a day', async () => {
    const clientId = await register();
    clock.advance(DAY_MS);
    const { status, text } = await user.open(authorizePath(clientId, proofKey()));
    expect([status, text.includes('does not know this client')]).toEqual([400, true]);
    const { body } = await token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x' });
    expect(body['error']).toBe('invalid_client');
  });
});

describe('GET /oauth/authorize', () => {
  it('asks a visitor to sign in first, and returns to the consent page', async () => {
    const path = authorizePath(await register(), proofKey());
    const visitor = plainBrowser(consoleApp);
    const { headers } = await visitor.open(path);
    expect(headers['location']).toBe(`/sign-in?${new URLSearchParams({ return_to: path })}`);
  });

  it('names the client, the scopes and the lifetime, and denies frames and caches', async () => {
    const path = authorizePath(await register({ client_name: 'a <b>client</b>' }), proofKey(), {
      scope: 'read:tasks offline_access read:members',
    });
    const { text, headers } = await user.open(path);
    expect(text).toContain('a &lt;b&gt;client&lt;/b&gt;');
    expect(text).toContain('on this computer');
    expect(text.match(/<code>(?:ping|read:\w+|write:\w+)<\/code>/g)).toEqual(['<code>read:tasks</code>']);
    expect(text).toContain('90 days');
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('names the host of a client elsewhere, and lets the form return to that host only', async () => {
    const path = authorizePath(await register({ client_name: 'Slipway', redirect_uris: [WEB] }), proofKey(), {
      redirect_uri: WEB,
    });
    const { text, headers } = await user.open(path);
    expect(text).toContain('at <strong>client.example</strong>');
    expect(text).toContain('Clients choose their own names');
    expect(headers['content-security-policy']).toMatch(/form-action 'self' https:\/\/client\.example http:/);
  });

  it('returns a code for what the page showed, with the state and the issuer', async () => {
    const path = authorizePath(await register(), proofKey(), { scope: 'read:tasks' });
    const { headers, status } = await user.submit(path, { decision: 'allow' });
    const address = new URL(String(headers['location']));
    expect([status, address.origin + address.pathname]).toEqual([303, CALLBACK]);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'st&te',
      iss: origin,
    });
  });

  it('returns access_denied when the user refuses', async () => {
    const { headers } = await user.submit(authorizePath(await register(), proofKey()), { decision: 'deny' });
    const address = new URL(String(headers['location']));
    expect(Object.fromEntries(address.searchParams)).toEqual({
      error: 'access_denied',
      state: 'st&te',
      iss: origin,
    });
  });

  it('cannot be allowed from another site, nor without a session', async () => {
    const path = authorizePath(await register(), proofKey());
    for (const browser of [user, plainBrowser(consoleApp)]) {
      const { status, headers } = await browser.post(path, { decision: 'allow' });
      expect([status, headers['location']]).toEqual([400, undefined]);
    }
  });

  it.each([
    ['another host', 'https://evil.example/callback'],
    ['another path', 'http://127.0.0.1:49152/other'],
    ['another loopback name', 'http://localhost:49152/callback'],
    ['no address', ''],
  ])('never redirects to %s', async (_, redirectUri) => {
    const path = authorizePath(await register(), proofKey(), { redirect_uri: redirectUri });
    const { status, headers } = await user.open(path);
    expect([status, headers['location']]).toEqual([400, undefined]);
    const twice = await user.open(`${authorizePath(await register(), proofKey())}&redirect_uri=${redirectUri}`);
    expect([twice.status, twice.headers['location']]).toEqual([400, undefined]);
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: '' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: '' }],
    ['invalid_scope', { scope: 'read:members write:deliveries' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
  ])(
    'reports %s to a client on the same computer, but sends no browser to another site',
    async (error, changes) => {
      const local = await user.open(authorizePath(await register(), proofKey(), changes));
      const address = new URL(String(local.headers['location']));
      expect(address.origin + address.pathname).toBe(CALLBACK);
      expect(address.searchParams.get('error')).toBe(error);
      const clientId = await register({ redirect_uris: [WEB] });
      const remote = await user.open(authorizePath(clientId, proofKey(), { ...changes, redirect_uri: WEB }));
      expect([remote.status, remote.headers['location']]).toEqual([400, undefined]);
    },
  );
});

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
