import { describe, expect, it } from '@jest/globals';
import type { IdentityProvider } from '../../identity-provider.js';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';
import { CONFIRMATION_MS } from './served-sign-in.js';
import { isSignedIn, serveSso } from './served-sso.js';

const served = await serveSso();
const { app, prisma, accountId, provider, prefixedId } = served;
const { newPerson, visit, signIn, lastRefusal, userOf } = served;

const TOKEN = { name: 'CI bot', scopes: ['ping'], expires_in_days: 90 };
const CONFIRM = '/confirm/sso?return_to=%2Fsettings%2Ftokens';
const canCreateToken = async (browser: PlainBrowser) =>
  (await browser.call('POST', '/tokens', TOKEN)).status === 200;
const seconds = () => Math.floor(Date.now() / 1000);
type Tamper = NonNullable<IdentityProvider['tamper']>;

/** Someone who signed in at the provider ten minutes ago, and has no password. */
async function stalePerson(cookies = new Map<string, string>()) {
  const browser = plainBrowser(app);
  await browser.open(await visit(browser, `/sso/${prefixedId}`, cookies));
  const { id } = (await browser.call('GET', '/session')).body.user;
  const confirmedAt = new Date(Date.now() - CONFIRMATION_MS);
  await prisma.session.updateMany({ where: { userId: id }, data: { confirmedAt } });
  expect(await canCreateToken(browser)).toBe(false);
  return { id: Number(id), browser, cookies };
}

async function expectNotConfirmed(browser: PlainBrowser, returned: string, reason: string) {
  const response = await browser.open(returned);
  expect(response.text).toContain('Confirmation failed');
  expect([response.status >= 400, await lastRefusal()]).toEqual([true, reason]);
  expect([await isSignedIn(browser), await canCreateToken(browser)]).toEqual([true, false]);
}

describe('a confirmation at the identity provider', () => {
  it('is offered on the page and in the dialog, and asks the person to sign in again', async () => {
    const { browser } = await stalePerson();
    const { host } = new URL(provider.issuer);
    const { text } = await browser.open('/confirm?return_to=%2Fsettings%2Ftokens');
    expect(text).toContain(`href="${CONFIRM}">Confirm at ${host}</a>`);
    expect((await browser.call('GET', '/confirmation')).body).toMatchObject({ password: false, sso: host });
    const left = await browser.open(CONFIRM);
    const { searchParams } = new URL(String(left.headers['location']));
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
  });

  it('counts for ten minutes, in the session that asked, and is recorded', async () => {
    const { id, browser, cookies } = await stalePerson();
    const back = await browser.open(await visit(browser, CONFIRM, cookies));
    expect(back.headers['location']).toBe('/settings/tokens');
    expect(await canCreateToken(browser)).toBe(true);
    const entry = await prisma.auditEntry.findFirst({
      where: { accountId, userId: id, action: 'session.confirm' },
    });
    expect(entry?.detail).toEqual({ method: 'sso' });
  });

  it.each<[string, Tamper]>([
    ['an hour ago', (claims, sign) => sign({ ...claims, auth_time: seconds() - 3_600 })],
    ['a minute ago', (claims, sign) => sign({ ...claims, auth_time: seconds() - 60 })],
    ['at no time that it says', ({ auth_time: _, ...claims }, sign) => sign(claims)],
  ])('does not count if the provider asked the person %s', async (_, tamper) => {
    const { browser, cookies } = await stalePerson();
    const returned = await visit(browser, CONFIRM, cookies);
    provider.tamper = tamper;
    await expectNotConfirmed(browser, returned, 'old_sign_in');
  });

  it('counts if the clock of the provider is 25 seconds behind', async () => {
    const { browser, cookies } = await stalePerson();
    const returned = await visit(browser, CONFIRM, cookies);
    provider.tamper = (claims, sign) => sign({ ...claims, auth_time: seconds() - 25 });
    expect((await browser.open(returned)).status).toBe(303);
    expect(await canCreateToken(browser)).toBe(true);
  });

  it('does not count for anyone else, and adds nobody', async () => {
    const { browser } = await stalePerson();
    provider.person = newPerson();
    await expectNotConfirmed(browser, await visit(browser, CONFIRM), 'other_person');
    expect(await userOf(provider.person.email)).toBeNull();
  });

  it('does not count in another session, nor a second time', async () => {
    const { id, browser, cookies } = await stalePerson();
    const thief = plainBrowser(app, await served.sessionCookie(id));
    await prisma.session.updateMany({
      where: { userId: id },
      data: { confirmedAt: new Date(Date.now() - CONFIRMATION_MS) },
    });
    const returned = await visit(browser, CONFIRM, cookies);
    expect((await thief.open(returned)).status).toBe(403);
    expect([await canCreateToken(thief), await lastRefusal()]).toEqual([false, 'wrong_browser']);
    expect((await browser.open(returned)).status).toBe(303);
    expect((await browser.open(returned)).status).toBe(403);
    expect(await canCreateToken(thief)).toBe(false);
  });

  it('is not offered to a person with a second factor, who uses that', async () => {
    const { id, browser } = await stalePerson();
    await prisma.secondFactor.create({
      data: { userId: id, ciphertext: Buffer.alloc(1), confirmedAt: new Date() },
    });
    expect((await browser.open(CONFIRM)).headers['location']).toBe('/confirm?return_to=%2Fsettings%2Ftokens');
    expect((await browser.call('GET', '/confirmation')).body).toMatchObject({ code: true, sso: null });
  });

  it('leads nowhere else, and needs a session', async () => {
    const { browser, cookies } = await stalePerson();
    const returned = await visit(browser, '/confirm/sso?return_to=%2F%2Fevil.example', cookies);
    expect((await browser.open(returned)).headers['location']).toBe('/');
    expect((await plainBrowser(app).open(CONFIRM)).headers['location']).toMatch(/^\/sign-in\?/);
  });

  it('is refused with a clear page while the provider is down', async () => {
    const { browser } = await stalePerson();
    provider.intercept = (_request, response) => {
      response.destroy();
      return true;
    };
    await expectNotConfirmed(browser, CONFIRM, 'provider_unreachable');
  });
});

describe('a sign-in at the identity provider', () => {
  it('counts as a confirmation from the time at which the provider asked the person', async () => {
    const [fresh, known] = [plainBrowser(app), plainBrowser(app)];
    await signIn(fresh);
    expect(await canCreateToken(fresh)).toBe(true);
    provider.tamper = (claims, sign) => sign({ ...claims, auth_time: seconds() - 3_600 });
    await signIn(known);
    expect([await isSignedIn(known), await canCreateToken(known)]).toEqual([true, false]);
  });

  it('does not replace a session because of a link on another site', async () => {
    const cookie = await served.sessionCookie(served.outsider.id);
    const visitor = plainBrowser(app, cookie, { 'sec-fetch-site': 'cross-site' });
    const page = await visitor.open(`/sso/${prefixedId}?return_to=%2Ffeed`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('A link on another site')]);
    expect(page.text).toContain(`href="/sso/${prefixedId}?return_to=%2Ffeed"`);
    expect(await isSignedIn(plainBrowser(app, cookie))).toBe(true);
    const clicked = plainBrowser(app, cookie, { 'sec-fetch-site': 'same-origin' });
    expect((await clicked.open(`/sso/${prefixedId}`)).status).toBe(303);
    const stranger = plainBrowser(app, undefined, { 'sec-fetch-site': 'cross-site' });
    expect((await stranger.open(`/sso/${prefixedId}`)).status).toBe(303);
  });
});
