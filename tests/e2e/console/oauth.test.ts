import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { CALLBACK, proofKey, startOauthService } from '../oauth-service.js';
import { plainBrowser } from './plain-browser.js';

const service = await startOauthService();
const { origin, clock, user, consoleApp } = service;
const { register, postJson, post, authorizePath, token } = service;
const DAY_MS = 24 * 60 * 60_000;
const WEB = 'https://client.example/callback';

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
    ['a host with another directive for the page', { redirect_uris: ['https://evil.example;report-uri/x'] }],
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

  it('adds nothing to the policy of the page, even for a host that an earlier release registered', async () => {
    const uri = "https://evil.example;script-src'unsafe-inline'/callback";
    const clientId = await register({ redirect_uris: [WEB] });
    await service.database.prisma.oauthClient.update({ where: { id: clientId }, data: { redirectUris: [uri] } });
    const { status, headers } = await user.open(authorizePath(clientId, proofKey(), { redirect_uri: uri }));
    expect([status, String(headers['content-security-policy'])]).toEqual([
      400,
      expect.not.stringContaining('evil'),
    ]);
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
