import { afterAll, beforeEach, expect } from '@jest/globals';
import {
  CLIENT,
  type IdentityProvider,
  type ProviderCookies,
  signInAtProvider,
  startIdentityProvider,
} from '../../identity-provider.js';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

export const DOMAIN = 'tidewater.example';

export const settingsOf = (issuer: string) => ({ issuer, ...CLIENT, domain: DOMAIN });
export const isSignedIn = async (browser: PlainBrowser) => (await browser.call('GET', '/session')).status === 200;

/**
 * A console, and a real identity provider with which people of its account can sign in. Its owner has an address of the
 * domain, other members have not. Before each test, the provider
 * behaves, and a new person is at its keyboard. Await it at the top level of a test file.
 */
export async function serveSso(env: Readonly<Record<string, string>> = {}) {
  const served = await serveConsole({ SSO_ALLOWED_NETWORKS: '127.0.0.0/8', ...env });
  const { app, database, accountId, owner } = served;
  const { prisma } = database;
  const { prefixedId } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const callback = `${new URL(served.process.settings.BASE_URL).origin}/sso/${prefixedId}/callback`;
  await prisma.user.update({ where: { id: owner.id }, data: { email: `owner@${DOMAIN}` } });
  const provider: IdentityProvider = await startIdentityProvider([callback]);
  const impostor: IdentityProvider = await startIdentityProvider([callback]);
  afterAll(() => Promise.all([provider.close(), impostor.close()]));

  let number = 0;
  /** A new person with an address of the domain. */
  const newPerson = () => {
    number += 1;
    return { sub: `subject-${number}`, email: `person-${number}@${DOMAIN}`, name: `Person ${number}` };
  };
  const configure = async (issuer: string) => {
    const saved = await owner.browser.call('POST', `/accounts/${accountId}/sso`, settingsOf(issuer));
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

  /**
   * Opens a path that leads to the provider, signs in there, and returns the path to which the provider sends the
   * browser back.
   */
  async function visit(browser: PlainBrowser, path: string, cookies?: ProviderCookies): Promise<string> {
    const left = await browser.open(path);
    expect(left.status).toBe(303);
    const { pathname, search } = await signInAtProvider(String(left.headers['location']), cookies);
    return pathname + search;
  }

  const visitProvider = (browser: PlainBrowser, returnTo = '/') =>
    visit(browser, `/sso/${prefixedId}?${new URLSearchParams({ return_to: returnTo })}`);

  async function signIn(browser: PlainBrowser = plainBrowser(app), returnTo?: string) {
    return browser.open(await visitProvider(browser, returnTo));
  }

  const lastRefusal = async () => {
    const entry = await prisma.auditEntry.findFirst({
      where: { accountId, action: 'sso.refuse' },
      orderBy: { id: 'desc' },
    });
    return (entry?.detail as { reason?: string } | undefined)?.reason;
  };

  /** Expects a page that explains itself, no session, and an audit entry. */
  async function expectRefused(browser: PlainBrowser, response: { status: number; text: string }, reason: string) {
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.text).toContain('You are not signed in');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await lastRefusal()).toBe(reason);
  }

  const userOf = (email: string) => prisma.user.findUnique({ where: { email }, include: { memberships: true } });
  return {
    ...served,
    prisma,
    prefixedId,
    callback,
    provider,
    impostor,
    newPerson,
    configure,
    turn,
    visit,
    visitProvider,
    signIn,
    lastRefusal,
    expectRefused,
    userOf,
  };
}
