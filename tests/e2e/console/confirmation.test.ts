import { describe, expect, it } from '@jest/globals';
import { plainBrowser } from './plain-browser.js';
import { CONFIRMATION_MS, isSignedIn, PASSWORD, PERIOD_MS, serveSignIn } from './served-sign-in.js';
import { newSessionCookie } from './session-cookie.js';

const { clock, app, database, make, person, withPassword, protectedPerson } = await serveSignIn();

/** An owner whose session is ten minutes old, with a project and an integration. */
async function staleOwner() {
  const someone = await person();
  const { accountId, userId } = someone;
  const project = await make.project(accountId);
  const integration = await make.integration(project, 'jenkins');
  const { browser } = await withPassword(someone);
  clock.advance(CONFIRMATION_MS);
  const paths = {
    account: `/accounts/${accountId}`,
    integration: `/projects/${project.id}/integrations/${integration.id}`,
  };
  return { ...someone, userId, browser, paths };
}

const confirmPage = (returnTo: string) => `/confirm?${new URLSearchParams({ return_to: returnTo })}`;
const TOKEN = { name: 'CI bot', scopes: ['ping'], expires_in_days: 90 };

describe('a session whose user proved more than ten minutes ago who they are', () => {
  it('can still do everything else', async () => {
    const { browser, paths } = await staleOwner();
    expect((await browser.call('PATCH', `${paths.account}/settings`, { name: 'Tidewater' })).status).toBe(200);
    expect((await browser.call('PATCH', paths.integration, { name: 'Build server' })).status).toBe(200);
  });

  it('cannot give a command-line client a token, and returns to the consent page afterwards', async () => {
    const { browser } = await staleOwner();
    const challenge = 'A'.repeat(43);
    const consent = `/cli/auth?port=8123&state=s&code_challenge=${challenge}`;
    expect((await browser.open(consent)).headers['location']).toBe(confirmPage(consent));
    const back = await browser.submit(confirmPage(consent), { password: PASSWORD });
    expect(back.headers['location']).toBe(consent);
    const allowed = await browser.submit(consent, { decision: 'allow' });
    expect(allowed.headers['location']).toMatch(/^http:\/\/127\.0\.0\.1:8123\/callback\?code=/);
    // The page was open for too long before the click.
    const { text } = await browser.open(consent);
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    clock.advance(CONFIRMATION_MS);
    const late = await browser.post(consent, { csrf_token, decision: 'allow' });
    expect(late.headers['location']).toBe(confirmPage(consent));
  });
});

describe('a confirmation', () => {
  it('is given with the password on a plain form, counts for ten minutes, and is recorded', async () => {
    const { browser, entries } = await staleOwner();
    const wrong = await browser.submit(confirmPage('/settings/tokens'), { password: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Incorrect password')]);
    expect((await browser.call('POST', '/tokens', TOKEN)).status).toBe(403);
    const right = await browser.submit(confirmPage('/settings/tokens'), { password: PASSWORD });
    expect(right.headers['location']).toBe('/settings/tokens');
    clock.advance(CONFIRMATION_MS - 1000);
    expect((await browser.call('POST', '/tokens', TOKEN)).status).toBe(200);
    clock.advance(1000);
    expect((await browser.call('POST', '/tokens', TOKEN)).status).toBe(403);
    const confirmed = (await entries()).find(({ action }) => action === 'session.confirm');
    expect(confirmed?.detail).toEqual({ method: 'password' });
  });

  it('is given in the dialog of a page, and counts in this browser only', async () => {
    const { browser, email } = await staleOwner();
    const { browser: other } = await withPassword({ email });
    clock.advance(CONFIRMATION_MS);
    expect((await browser.call('GET', '/confirmation')).body).toEqual({
      password: true,
      code: false,
      passkey: false,
      sso: null,
    });
    const wrong = await browser.call('POST', '/confirmation', { password: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([422, 'wrong_proof']);
    expect((await browser.call('POST', '/confirmation', { password: PASSWORD })).status).toBe(200);
    expect((await browser.call('POST', '/tokens', TOKEN)).status).toBe(200);
    expect((await other.call('POST', '/tokens', TOKEN)).status).toBe(403);
  });

  it('needs the second factor of a user who has one: a code works once, and the password does not', async () => {
    const { browser, phone, codes } = await protectedPerson();
    clock.advance(CONFIRMATION_MS);
    const confirm = (proof: object) => browser.call('POST', '/confirmation', proof);
    expect((await confirm({ password: PASSWORD })).status).toBe(422);
    const code = phone.code();
    expect([(await confirm({ code })).status, (await confirm({ code })).status]).toEqual([200, 422]);
    clock.advance(CONFIRMATION_MS);
    expect((await browser.submit('/confirm', { code: codes[0] ?? '' })).headers['location']).toBe('/');
    clock.advance(PERIOD_MS);
    expect((await browser.call('POST', '/tokens', TOKEN)).status).toBe(200);
  });

  it.each([
    [10, 'passwords', person, 'password'],
    [30, 'codes', protectedPerson, 'code'],
  ] as const)('cannot be guessed: after %i wrong %s, none is accepted', async (times, _, make, field) => {
    const { userId } = await make();
    const thief = plainBrowser(app, await newSessionCookie(database, userId, clock.now() - CONFIRMATION_MS));
    for (let n = 0; n < times; n += 1)
      expect((await thief.submit('/confirm', { [field]: String(100_000 + n) })).status).toBe(422);
    const refused = await thief.submit('/confirm', { [field]: PASSWORD });
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await thief.call('POST', '/confirmation', { [field]: PASSWORD })).status).toBe(429);
  });

  it('can be replaced by signing in again, the only way for a user without password and second factor', async () => {
    const { userId } = await make.studio();
    const browser = plainBrowser(app, await newSessionCookie(database, userId, clock.now() - CONFIRMATION_MS));
    const { text } = await browser.open(confirmPage('/settings/tokens'));
    expect(text).toContain('href="/sign-in?switch=1&amp;return_to=%2Fsettings%2Ftokens"');
    expect(text).not.toContain('<form');
    expect((await browser.post('/confirm', { password: '' })).status).toBe(403);
    const { browser: again, email } = await staleOwner();
    await again.submit('/sign-in?switch=1', { email, password: PASSWORD });
    expect((await again.call('POST', '/tokens', TOKEN)).status).toBe(200);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ])('never leads to %j', async (returnTo) => {
    const { browser } = await staleOwner();
    const answer = await browser.submit(confirmPage(returnTo), { password: PASSWORD });
    expect(answer.headers['location']).toBe('/');
    expect((await browser.open(confirmPage(returnTo))).headers['location']).toBe('/');
  });

  it('cannot be given from another site, nor without a session', async () => {
    const { browser } = await staleOwner();
    const forged = await browser.post('/confirm', { password: PASSWORD }, { origin: 'https://evil.example' });
    expect(forged.status).toBe(403);
    expect((await browser.call('POST', '/tokens', TOKEN)).status).toBe(403);
    const stranger = await plainBrowser(app).open(confirmPage('/settings/tokens'));
    expect(stranger.headers['location']).toBe('/sign-in?return_to=%2Fsettings%2Ftokens');
  });
});

describe('an attack on a session', () => {
  it('with a planted cookie fails: signing in starts a new session and ends the planted one', async () => {
    const [thief, victim] = [await person(), await person()];
    const cookie = await newSessionCookie(database, thief.userId);
    const [planted, own] = [plainBrowser(app, cookie), plainBrowser(app, cookie)];
    const answer = await planted.submit('/sign-in?switch=1', { email: victim.email, password: PASSWORD });
    expect(answer.headers['location']).toBe('/');
    expect((await planted.call('GET', '/session')).body.user.id).toBe(victim.userId);
    expect(await isSignedIn(own)).toBe(false);
  });
});
