import { describe, expect, it } from '@jest/globals';
import type { IdentityProvider } from '../../identity-provider.js';
import { plainBrowser } from './plain-browser.js';
import { isSignedIn, serveSso } from './served-sso.js';

const served = await serveSso({ TRUST_PROXY: '1' });
const { app, prisma, accountId, owner, prefixedId, provider } = served;
const { configure, turn, visitProvider, lastRefusal, expectRefused } = served;

type Intercept = NonNullable<IdentityProvider['intercept']>;

/** Answers requests for a part of the provider in its place. */
const at = (part: RegExp, answer: (response: Parameters<Intercept>[1]) => void): Intercept => {
  return ({ url = '' }, response) => {
    const isMeant = part.test(url);
    if (isMeant) answer(response);
    return isMeant;
  };
};
const failing: Parameters<typeof at>[1] = (response) => void response.writeHead(503).end();
const dead: Parameters<typeof at>[1] = (response) => void response.destroy();
const silent: Parameters<typeof at>[1] = () => undefined;
const METADATA = /openid-configuration$/;

describe('a provider', () => {
  it.each([
    ['fails', failing],
    ['is down', dead],
  ])('that %s gets a clear page, and owners can still use their password', async (_, answer) => {
    provider.intercept = at(METADATA, answer);
    const browser = plainBrowser(app);
    const response = await browser.open(`/sso/${prefixedId}`);
    expect(response.status).toBe(503);
    expect(response.text).toContain('The identity provider does not respond. Try again in a few minutes.');
    expect(response.text).toContain('Owners can still sign in with their password.');
    await expectRefused(browser, response, 'provider_unreachable');
  });

  it.each([
    ['exchanges no code', /^\/token/, failing],
    ['drops the connection', /^\/token/, dead],
    ['shows no keys', /^\/jwks/, failing],
    ['says nothing about the person', /^\/me/, failing],
    ['does not respond in time', /^\/token/, silent],
  ] as const)(
    'that %s after the person signed in there gets a clear page',
    async (_, part, answer) => {
      const browser = plainBrowser(app);
      const returned = await visitProvider(browser);
      provider.intercept = at(part, answer);
      const response = await browser.open(returned);
      expect([response.status, response.text]).toEqual([503, expect.stringContaining('does not respond')]);
      await expectRefused(browser, response, 'provider_unreachable');
    },
    60_000,
  );

  it('that refuses the person gets a page that says so', async () => {
    const browser = plainBrowser(app);
    const left = await browser.open(`/sso/${prefixedId}`);
    const state = new URL(String(left.headers['location'])).searchParams.get('state') ?? '';
    const refused = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const response = await browser.open(`/sso/${prefixedId}/callback?${refused}`);
    expect(response.text).toContain('The identity provider refused to sign you in.');
    await expectRefused(browser, response, 'provider_error');
  });

  it.each([
    ['names another issuer in its metadata', { issuer: 'https://evil.example' }],
    ['has no token endpoint', { token_endpoint: undefined }],
  ])('that %s is refused', async (_, change) => {
    const found = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
    const metadata = (await found.json()) as object;
    const browser = plainBrowser(app);
    const returned = await visitProvider(browser);
    provider.intercept = at(METADATA, (response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...metadata, ...change }));
    });
    const response = await browser.open(returned);
    expect(response.text).toContain('The response of the identity provider is not valid');
    await expectRefused(browser, response, 'invalid_response');
  });

  it('that was replaced while a person signed in gets a page that says so', async () => {
    const browser = plainBrowser(app);
    const returned = await visitProvider(browser);
    await configure(served.impostor.issuer);
    await turn('optional');
    const response = await browser.open(returned);
    expect(response.text).toContain('Single sign-on was turned off or changed while you signed in.');
    await expectRefused(browser, response, 'turned_off');
  });

  it('at a private address cannot be tested or turned on unless the operator allows its network', async () => {
    await configure('https://10.1.2.3');
    const test = await owner.browser.call('POST', `/accounts/${accountId}/sso/test`);
    expect(test.body.problem).toContain('SSO_ALLOWED_NETWORKS');
    expect((await turn('optional')).status).toBe(422);
  });
});

describe('refusals that strangers cause', () => {
  it('do not fill the audit log: a hundred from one network are recorded in 15 minutes', async () => {
    const count = () => prisma.auditEntry.count({ where: { accountId, action: 'sso.refuse' } });
    const returned = await visitProvider(plainBrowser(app));
    const stranger = plainBrowser(app, undefined, { 'x-forwarded-for': '203.0.113.50' });
    for (let n = 0; n < 100; n += 1) expect((await stranger.open(returned)).status).toBe(403);
    const before = await count();
    const { status, text } = await stranger.open(returned);
    expect([status, text]).toEqual([403, expect.stringContaining('started in another browser')]);
    expect(await count()).toBe(before);
    await plainBrowser(app).open(returned);
    expect(await count()).toBe(before + 1);
    expect([await isSignedIn(stranger), await lastRefusal()]).toEqual([false, 'wrong_browser']);
  });
});
