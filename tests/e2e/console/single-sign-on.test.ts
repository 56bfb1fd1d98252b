import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setSsoState } from '@slipway/db';
import {
  CLIENT,
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
  tokenOfStranger,
  unsignedToken,
} from '../../identity-provider.js';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const served = await serveConsole({ SSO_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { app, database, accountId, owner, member, make } = served;
const { prisma } = database;
const DOMAIN = 'tidewater.example';
const PASSWORD = {
  text: 'a long enough password',
  hash: '$argon2id$v=19$m=19456,t=2,p=1$nNvmBr1Z6GfCNkSQ3krcwQ$6u8ajDYvRY8uHyexSMuyrYW5XbUSOib/jyrYi8ICSWk',
};
const { prefixedId } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
const { BASE_URL } = served.process.settings;
const CALLBACK = `${new URL(BASE_URL).origin}/sso/${prefixedId}/callback`;
const provider: IdentityProvider = await startIdentityProvider([CALLBACK]);
const impostor: IdentityProvider = await startIdentityProvider([CALLBACK]);
afterAll(() => Promise.all([provider.close(), impostor.close()]));

let number = 0;
/** A new person with an address of the domain. */
const newPerson = () => {
  number += 1;
  return { sub: `subject-${number}`, email: `person-${number}@${DOMAIN}`, name: `Person ${number}` };
};

const settings = (issuer: string) => ({ issuer, ...CLIENT, domain: DOMAIN });
const configure = async (issuer: string) => {
  const saved = await owner.browser.call('POST', `/accounts/${accountId}/sso`, settings(issuer));
  expect(saved.status).toBe(200);
  await prisma.ssoProvider.update({ where: { accountId }, data: { domainVerifiedAt: new Date() } });
};
const turn = (state: string) => owner.browser.call('POST', `/accounts/${accountId}/sso/state`, { state });

beforeEach(async () => {
  Object.assign(provider, { person: newPerson(), tamper: null, intercept: null });
  await prisma.ssoProvider.deleteMany();
  await configure(provider.issuer);
  expect((await turn('optional')).status).toBe(200);
});

type Browser = ReturnType<typeof plainBrowser>;

/** Opens the provider's sign-in page, and returns the path to which it sends the browser back. */
async function visitProvider(browser: Browser, returnTo = '/'): Promise<string> {
  const left = await browser.open(`/sso/${prefixedId}?${new URLSearchParams({ return_to: returnTo })}`);
  expect(left.status).toBe(303);
  const { pathname, search } = await signInAtProvider(String(left.headers['location']));
  return pathname + search;
}

async function signIn(browser: Browser = plainBrowser(app), returnTo?: string) {
  return browser.open(await visitProvider(browser, returnTo));
}

const isSignedIn = async (browser: Browser) => (await browser.call('GET', '/session')).status === 200;
const lastRefusal = async () => {
  const entry = await prisma.auditEntry.findFirst({
    where: { accountId, action: 'sso.refuse' },
    orderBy: { id: 'desc' },
  });
  return (entry?.detail as { reason?: string } | undefined)?.reason;
};
const userOf = (email: string) => prisma.user.findUnique({ where: { email }, include: { memberships: true } });

/** Expects a page that explains itself, no session, and an audit entry. */
async function expectRefused(browser: Browser, response: { status: number; text: string }, reason: string) {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.text).toContain('You are not signed in');
  expect(await isSignedIn(browser)).toBe(false);
  expect(await lastRefusal()).toBe(reason);
}

describe('single sign-on', () => {
  it('makes a new person with an address of the domain a member, and knows them the next time', async () => {
    const { email, name } = provider.person;
    const browser = plainBrowser(app);
    const response = await signIn(browser, '/settings/sessions');
    expect([response.status, response.headers['location']]).toEqual([303, '/settings/sessions']);
    expect(await isSignedIn(browser)).toBe(true);
    const user = await userOf(email);
    expect(user).toMatchObject({ name, memberships: [{ accountId, role: 'member' }] });
    const project = { projectId: served.project.id, userId: user?.id ?? 0 };
    expect(await prisma.projectMembership.count({ where: project })).toBe(1);
    // The subject identifies a person, even with another address.
    provider.person = { ...provider.person, email: 'married@elsewhere.example' };
    expect((await signIn()).status).toBe(303);
    expect(await userOf('married@elsewhere.example')).toBeNull();
  });

  it('finds the provider by the domain of an address, and leads there from a plain form', async () => {
    const browser = plainBrowser(app);
    const page = await browser.submit('/sso/start?return_to=%2Ffeed', { email: `Anyone@${DOMAIN.toUpperCase()}` });
    expect(page.headers['refresh']).toBe(`0; url=/sso/${prefixedId}?return_to=%2Ffeed`);
    const unknown = await browser.submit('/sso/start', { email: 'a@unknown.example' });
    expect(unknown.status).toBe(422);
    expect(unknown.text).toContain('No account uses single sign-on for this address');
  });

  it('links a member by their verified address once', async () => {
    const email = `linked-${number}@${DOMAIN}`;
    await prisma.user.update({ where: { id: member.id }, data: { email } });
    provider.person = { sub: `first-${number}`, email };
    expect((await signIn()).status).toBe(303);
    expect(await prisma.ssoIdentity.findMany({ where: { userId: member.id } })).toHaveLength(1);
    provider.person = { sub: `second-${number}`, email };
    const browser = plainBrowser(app);
    await expectRefused(browser, await signIn(browser), 'different_subject');
    const refused = await prisma.auditEntry.findFirst({
      where: { action: 'sso.refuse' },
      orderBy: { id: 'desc' },
    });
    expect(refused?.userId).toBe(member.id);
  });

  it.each([
    ['an unverified address', 'email_unverified', { email_verified: false }],
    ['an address of another domain', 'other_domain', { email: 'someone@elsewhere.example' }],
    ['an address of a subdomain', 'other_domain', { email: `someone@evil.${DOMAIN}` }],
    ['an address that only ends like the domain', 'other_domain', { email: `someone@evil${DOMAIN}` }],
  ])('refuses a new person with %s', async (_, reason, claims) => {
    provider.person = { ...provider.person, ...claims };
    const browser = plainBrowser(app);
    await expectRefused(browser, await signIn(browser), reason);
    expect(await userOf(provider.person.email)).toBeNull();
  });

  it('does not take over a user of another account, nor readmit a member who was removed', async () => {
    const { userId } = await make.studio();
    const { email } = provider.person;
    await prisma.user.update({ where: { id: userId }, data: { email } });
    const browser = plainBrowser(app);
    await expectRefused(browser, await signIn(browser), 'not_a_member');
    provider.person = newPerson();
    await signIn();
    const removed = await userOf(provider.person.email);
    await prisma.accountMembership.deleteMany({ where: { userId: removed?.id ?? 0 } });
    await expectRefused(browser, await signIn(browser), 'not_a_member');
  });

  it('tolerates clocks that are 25 seconds apart, but not two minutes', async () => {
    const now = () => Math.floor(Date.now() / 1000);
    provider.tamper = (claims, sign) => sign({ ...claims, iat: now() + 25, exp: now() - 25 });
    expect((await signIn()).status).toBe(303);
    provider.tamper = (claims, sign) => sign({ ...claims, iat: now() - 300, exp: now() - 120 });
    const browser = plainBrowser(app);
    await expectRefused(browser, await signIn(browser), 'invalid_response');
  });
});

describe('an attack on single sign-on', () => {
  it.each([
    ['a wrong nonce', (claims, sign) => sign({ ...claims, nonce: 'x' })],
    ['a wrong audience', (claims, sign) => sign({ ...claims, aud: 'another-client' })],
    ['a wrong issuer', (claims, sign) => sign({ ...claims, iss: 'https://evil.example' })],
    ['a wrong signature', (claims) => tokenOfStranger({ ...claims })],
    ['no signature', (claims) => unsignedToken({ ...claims })],
  ] as [string, NonNullable<IdentityProvider['tamper']>][])(
    'with %s in the token is refused',
    async (_, tamper) => {
      provider.tamper = tamper;
      const browser = plainBrowser(app);
      await expectRefused(browser, await signIn(browser), 'invalid_response');
      expect(await userOf(provider.person.email)).toBeNull();
    },
  );

  it('with a response that another browser received is refused: a stolen or planted state', async () => {
    const [victim, thief] = [plainBrowser(app), plainBrowser(app)];
    const returned = await visitProvider(victim);
    await expectRefused(thief, await thief.open(returned), 'wrong_browser');
    await visitProvider(thief);
    await expectRefused(thief, await thief.open(returned), 'wrong_browser');
  });

  it('with a response that was used before is refused', async () => {
    const browser = plainBrowser(app);
    const returned = await visitProvider(browser);
    expect((await browser.open(returned)).status).toBe(303);
    const again = await browser.open(returned);
    expect([again.status, await lastRefusal()]).toEqual([403, 'wrong_browser']);
  });

  it('with a code of another provider is refused: mixed-up providers', async () => {
    impostor.person = provider.person;
    const browser = plainBrowser(app);
    const left = await browser.open(`/sso/${prefixedId}`);
    const url = new URL(String(left.headers['location']));
    const { pathname, search } = await signInAtProvider(`${impostor.issuer}${url.pathname}${url.search}`);
    await expectRefused(browser, await browser.open(pathname + search), 'invalid_response');
  });

  it('with the callback of another account is refused', async () => {
    const other = await make.studio();
    const account = await prisma.account.findUniqueOrThrow({ where: { id: other.accountId } });
    const row = await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } });
    await prisma.ssoProvider.create({ data: { ...row, accountId: other.accountId, domain: 'other.example' } });
    const browser = plainBrowser(app);
    const returned = await visitProvider(browser);
    const response = await browser.open(returned.replace(prefixedId, account.prefixedId));
    expect(response.status).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'with the return address %s leads home: no open redirect',
    async (address) => {
      const response = await signIn(plainBrowser(app), address);
      expect([response.status, response.headers['location']]).toEqual([303, '/']);
    },
  );

  it('with a planted session ends that session: no session fixation', async () => {
    const planted = await served.sessionCookie(served.outsider.id);
    const browser = plainBrowser(app, planted);
    expect((await signIn(browser)).status).toBe(303);
    const session = await browser.call('GET', '/session');
    expect(session.body.user.name).toBe(provider.person.name);
    expect(await isSignedIn(plainBrowser(app, planted))).toBe(false);
  });
});

describe('a provider', () => {
  it('that fails gets a clear page, and owners can still use their password', async () => {
    provider.intercept = (_request, response) => {
      response.writeHead(503).end();
      return true;
    };
    const browser = plainBrowser(app);
    const response = await browser.open(`/sso/${prefixedId}`);
    expect(response.text).toContain('Owners can still sign in with their password.');
    await expectRefused(browser, response, 'provider_unreachable');
  });

  it('that names another issuer in its metadata is refused', async () => {
    provider.intercept = ({ url }, response) => {
      if (!url?.endsWith('/openid-configuration')) return false;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example' }),
      );
      return true;
    };
    const browser = plainBrowser(app);
    await expectRefused(browser, await browser.open(`/sso/${prefixedId}`), 'invalid_response');
  });

  it('at a private address cannot be tested or turned on unless the operator allows its network', async () => {
    await configure('https://10.1.2.3');
    const test = await owner.browser.call('POST', `/accounts/${accountId}/sso/test`);
    expect(test.body.problem).toContain('SSO_ALLOWED_NETWORKS');
    expect((await turn('optional')).status).toBe(422);
  });
});

describe('required single sign-on', () => {
  it('ends the sessions of members, refuses their passwords, and leaves owners their password', async () => {
    const studio = await make.studio();
    const people = { owner: owner.id, member: studio.userId };
    await prisma.accountMembership.deleteMany({ where: { userId: studio.userId } });
    await prisma.accountMembership.create({ data: { accountId, userId: studio.userId, role: 'member' } });
    const memberBrowser = await served.browserOf(studio.userId);
    for (const [role, id] of Object.entries(people))
      await prisma.user.update({
        where: { id },
        data: { email: `${role}@${DOMAIN}`, passwordHash: PASSWORD.hash },
      });
    const required = await turn('required');
    expect(required.body.provider.state).toBe('required');
    expect(await isSignedIn(memberBrowser)).toBe(false);
    expect(await isSignedIn(owner.browser)).toBe(true);
    const byPassword = async (role: string) => {
      const browser = plainBrowser(app);
      const response = await browser.submit('/sign-in', { email: `${role}@${DOMAIN}`, password: PASSWORD.text });
      return { browser, response };
    };
    const refused = await byPassword('member');
    expect(refused.response.text).toContain(`/sso/${prefixedId}`);
    await expectRefused(refused.browser, refused.response, 'password_used');
    const exit = await byPassword('owner');
    expect([exit.response.status, await isSignedIn(exit.browser)]).toEqual([303, true]);
    await database.modelTransaction((tx) => setSsoState(tx, accountId, 'optional'));
    const allowed = await byPassword('member');
    expect([allowed.response.status, await isSignedIn(allowed.browser)]).toEqual([303, true]);
  });
});

describe('the settings of single sign-on', () => {
  it('are for owners only, and never return the client secret', async () => {
    const calls = [
      ['GET', ''],
      ['POST', '', settings(impostor.issuer)],
      ['POST', '/state', { state: 'off' }],
      ['POST', '/verify_domain'],
      ['POST', '/test'],
      ['DELETE', ''],
    ] as const;
    for (const [method, path, body] of calls)
      expect((await member.browser.call(method, `/accounts/${accountId}/sso${path}`, body)).status).toBe(403);
    const shown = await owner.browser.call('GET', `/accounts/${accountId}/sso`);
    expect(shown.body).toMatchObject({ redirect_uri: CALLBACK, provider: { issuer: provider.issuer } });
    expect(JSON.stringify(shown.body)).not.toContain(CLIENT.client_secret);
    const row = await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } });
    expect(Buffer.from(row.clientSecret).toString('latin1')).not.toContain(CLIENT.client_secret);
  });

  it('turn single sign-on off when they change, and forget people of another issuer', async () => {
    await signIn();
    const { client_secret: _, ...kept } = settings(provider.issuer);
    const same = await owner.browser.call('POST', `/accounts/${accountId}/sso`, kept);
    expect(same.body).toMatchObject({ linked_people: 1, provider: { state: 'off' } });
    const changed = await owner.browser.call('POST', `/accounts/${accountId}/sso`, settings(impostor.issuer));
    expect(changed.body).toMatchObject({ linked_people: 0, provider: { state: 'off' } });
    expect((await plainBrowser(app).open(`/sso/${prefixedId}`)).status).toBe(404);
  });

  it('ask for a new verification when the domain changes', async () => {
    const body = { ...settings(provider.issuer), domain: 'harbor.example' };
    const changed = await owner.browser.call('POST', `/accounts/${accountId}/sso`, body);
    expect(changed.body.provider).toMatchObject({ domain: 'harbor.example', domain_verified_at: null });
    expect((await turn('optional')).status).toBe(422);
  });
});
