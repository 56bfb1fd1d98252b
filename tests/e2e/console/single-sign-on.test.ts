import { describe, expect, it } from '@jest/globals';
import { setSsoState } from '@slipway/db';
import { appSecretsOf, createInvitationLinks } from '@slipway/domain';
import {
  CLIENT,
  type IdentityProvider,
  signInAtProvider,
  tokenOfStranger,
  unsignedToken,
} from '../../identity-provider.js';
import { plainBrowser } from './plain-browser.js';
import { DOMAIN, isSignedIn, serveSso, settingsOf } from './served-sso.js';

const served = await serveSso();
const { app, database, prisma, accountId, owner, member, make, prefixedId, callback } = served;
const { provider, impostor, newPerson, turn, visitProvider, signIn, lastRefusal, expectRefused, userOf } = served;
const PASSWORD = {
  text: 'a long enough password',
  hash: '$argon2id$v=19$m=19456,t=2,p=1$nNvmBr1Z6GfCNkSQ3krcwQ$6u8ajDYvRY8uHyexSMuyrYW5XbUSOib/jyrYi8ICSWk',
};

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
    const email = `linked@${DOMAIN}`;
    await prisma.user.update({ where: { id: member.id }, data: { email } });
    provider.person = { sub: 'first', email };
    expect((await signIn()).status).toBe(303);
    expect(await prisma.ssoIdentity.findMany({ where: { userId: member.id } })).toHaveLength(1);
    expect(await prisma.auditEntry.count({ where: { accountId, userId: member.id, action: 'sso.link' } })).toBe(1);
    provider.person = { sub: 'second', email };
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

  it('tolerates a clock that is 30 seconds ahead or behind, but not two minutes', async () => {
    const now = () => Math.floor(Date.now() / 1000);
    for (const skew of [30, -30]) {
      const times = () => ({ iat: now() + skew, nbf: now() + skew, exp: now() + skew + 60 });
      provider.tamper = (claims, sign) => sign({ ...claims, ...times() });
      expect((await signIn()).status).toBe(303);
    }
    provider.tamper = (claims, sign) => sign({ ...claims, iat: now() + 120, nbf: now() + 120, exp: now() + 300 });
    const early = plainBrowser(app);
    await expectRefused(early, await signIn(early), 'invalid_response');
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
    ['a malformed subject', (claims, sign) => sign({ ...claims, ...provider.person, sub: 'a\0b' })],
    ['a huge subject', (claims, sign) => sign({ ...claims, ...provider.person, sub: 'a'.repeat(256) })],
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

describe('a password session', () => {
  /** A user of the domain with a session that began with their password. */
  async function passwordUser() {
    const { userId } = await make.studio();
    await prisma.accountMembership.deleteMany({ where: { userId } });
    await prisma.user.update({ where: { id: userId }, data: { email: `user-${userId}@${DOMAIN}` } });
    return { userId, browser: await served.browserOf(userId) };
  }

  it('ends when its user accepts an invitation to an account that requires single sign-on', async () => {
    const { userId, browser } = await passwordUser();
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect((await turn('required')).status).toBe(200);
    await owner.browser.call('POST', `/accounts/${accountId}/invitations`, { email, role: 'member' });
    const { id } = await prisma.invitation.findFirstOrThrow({ where: { accountId, email } });
    const token = createInvitationLinks(appSecretsOf(served.process.settings)).tokenOf(id);
    const joined = await browser.submit(`/invitation?token=${token}`, {});
    expect([joined.status, joined.text]).toEqual([200, expect.stringContaining(`/sso/${prefixedId}`)]);
    expect(await prisma.accountMembership.count({ where: { accountId, userId } })).toBe(1);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends when its user is no longer an owner of an account that requires single sign-on', async () => {
    const { userId, browser } = await passwordUser();
    await prisma.accountMembership.create({ data: { accountId, userId, role: 'owner' } });
    expect((await turn('required')).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    const path = `/accounts/${accountId}/members/${userId}`;
    expect((await owner.browser.call('PATCH', path, { role: 'member' })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('the settings of single sign-on', () => {
  it('are for owners only, and never return the client secret', async () => {
    const calls = [
      ['GET', ''],
      ['POST', '', settingsOf(impostor.issuer)],
      ['POST', '/state', { state: 'off' }],
      ['POST', '/verify_domain'],
      ['POST', '/test'],
      ['DELETE', ''],
    ] as const;
    for (const [method, path, body] of calls)
      expect((await member.browser.call(method, `/accounts/${accountId}/sso${path}`, body)).status).toBe(403);
    const shown = await owner.browser.call('GET', `/accounts/${accountId}/sso`);
    expect(shown.body).toMatchObject({ redirect_uri: callback, provider: { issuer: provider.issuer } });
    expect(JSON.stringify(shown.body)).not.toContain(CLIENT.client_secret);
    const row = await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } });
    expect(Buffer.from(row.clientSecret).toString('latin1')).not.toContain(CLIENT.client_secret);
  });

  it('turn single sign-on off when they change, and forget people of another issuer', async () => {
    await signIn();
    const { client_secret: _, ...kept } = settingsOf(provider.issuer);
    const same = await owner.browser.call('POST', `/accounts/${accountId}/sso`, kept);
    expect(same.body).toMatchObject({ linked_people: 1, provider: { state: 'off' } });
    const changed = await owner.browser.call('POST', `/accounts/${accountId}/sso`, settingsOf(impostor.issuer));
    expect(changed.body).toMatchObject({ linked_people: 0, provider: { state: 'off' } });
    expect((await plainBrowser(app).open(`/sso/${prefixedId}`)).status).toBe(404);
  });

  it('send the stored client secret to no other issuer', async () => {
    const { client_secret: _, ...kept } = settingsOf(impostor.issuer);
    const refused = await owner.browser.call('POST', `/accounts/${accountId}/sso`, kept);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('client secret')]);
    const row = await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } });
    expect([row.issuer, row.state]).toEqual([provider.issuer, 'optional']);
  });

  it('ask for a new verification when the domain changes', async () => {
    const body = { ...settingsOf(provider.issuer), domain: 'harbor.example' };
    const changed = await owner.browser.call('POST', `/accounts/${accountId}/sso`, body);
    expect(changed.body.provider).toMatchObject({ domain: 'harbor.example', domain_verified_at: null });
    expect((await turn('optional')).status).toBe(422);
  });
});
