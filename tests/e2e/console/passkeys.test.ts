import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { eventually, testProcess } from '@slipway/testing';
import { resetSecondFactor } from '@slipway/worker';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';
import { appOf, CONFIRMATION_MS, isSignedIn, PASSWORD, recoveryCodesOn, serveSignIn } from './served-sign-in.js';
import { addPasskey, type SoftDevice, softDevice } from './soft-device.js';

const ORIGIN = 'http://localhost:4000';
const served = await serveSignIn({ BASE_URL: ORIGIN });
const { process, clock, app, prisma, person, withPassword, protectedPerson } = served;

/** The same service at an address without a name. */
const { DATABASE_URL } = process.settings;
const atAddress = composeConsole(
  await testProcess({ BASE_URL: 'http://127.0.0.1:4000', DATABASE_URL }),
  () => false,
);

const CHALLENGE_MS = 5 * 60_000;

/** A user with a passkey as the only second factor, and its device. */
async function keyHolder() {
  const someone = await person();
  const { browser } = await withPassword(someone);
  const device = softDevice(ORIGIN);
  const answer = await addPasskey(browser, device, 'Laptop');
  return { ...someone, browser, device, codes: recoveryCodesOn(answer.text) };
}

const optionsAt = async (browser: PlainBrowser, path: string) => (await browser.open(path)).body;

/** Signs in with a passkey alone. */
async function signInAlone(device: SoftDevice, claims: Parameters<SoftDevice['use']>[1] = {}) {
  const browser = plainBrowser(app);
  const { text } = await browser.open('/sign-in');
  const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const passkey = device.use(await optionsAt(browser, '/sign-in/passkey'), claims);
  const fields = { csrf_token, passkey, return_to: '/feed' };
  return { browser, fields, answer: await browser.post('/sign-in/passkey', fields) };
}

/** Uses a passkey after the password. */
async function signInAfterPassword(
  { email }: { readonly email: string },
  device: SoftDevice,
  claims: Parameters<SoftDevice['use']>[1] = {},
) {
  const { browser } = await withPassword({ email });
  const passkey = device.use(await optionsAt(browser, '/sign-in/code/passkey'), claims);
  return { browser, passkey, answer: await browser.submit('/sign-in/code', { passkey }) };
}

/** Why sign-ins were refused, as the audit log says. It is written after the response. */
function reasons(entries: Awaited<ReturnType<typeof person>>['entries'], count: number) {
  return eventually(`${count} refusals are recorded`, async () => {
    const refusals = (await entries()).filter(({ action }) => action === 'session.refuse');
    return refusals.length < count
      ? undefined
      : refusals.map(({ detail }) => (detail as { reason: string }).reason);
  });
}

describe('a passkey', () => {
  it('is a second factor: it comes with recovery codes, and is requested after the password', async () => {
    const { codes, device, entries, ...someone } = await keyHolder();
    expect(codes).toHaveLength(10);
    const { browser, next } = await withPassword(someone);
    expect([next, await isSignedIn(browser)]).toEqual([expect.stringMatching(/^\/sign-in\/code\?/), false]);
    // A security key that checks neither fingerprint nor PIN is enough after the password.
    const used = await signInAfterPassword(someone, device, { isVerified: false });
    expect(await isSignedIn(used.browser)).toBe(true);
    const recorded = (await entries()).map(({ action, target, detail }) => [action, target, detail]);
    expect(recorded).toEqual([
      ['session.start', '', { method: 'password' }],
      ['passkey.add', 'Laptop', {}],
      ['session.start', '', { method: 'passkey' }],
    ]);
  });

  it('is enough to sign in if the device has verified the person', async () => {
    const { device } = await keyHolder();
    const { browser, answer } = await signInAlone(device);
    expect([answer.headers['location'], await isSignedIn(browser)]).toEqual(['/feed', true]);
    const unverified = await signInAlone(device, { isVerified: false });
    expect([unverified.answer.status, await isSignedIn(unverified.browser)]).toEqual([422, false]);
  });

  it('is one of several, has a name, and the removal of the last one is mailed', async () => {
    const { userId, browser, actions } = await keyHolder();
    const second = softDevice(ORIGIN);
    expect((await addPasskey(browser, second, 'Phone')).headers['location']).toBe('/settings/sessions');
    const list = async () => (await browser.call('GET', '/second_factor')).body.passkeys;
    const [laptop, phone] = await list();
    expect([laptop.name, phone.name]).toEqual(['Laptop', 'Phone']);
    const mails = () => prisma.mailOutbox.count({ where: { userId, kind: 'second_factor_removed' } });
    await browser.call('PATCH', `/passkeys/${phone.id}`, { name: 'Old phone' });
    expect((await list())[1]).toMatchObject({ name: 'Old phone', last_used_at: null });
    expect((await browser.call('DELETE', `/passkeys/${phone.id}`)).status).toBe(200);
    expect([await mails(), (await signInAlone(second)).answer.status]).toEqual([0, 422]);
    expect((await browser.call('DELETE', `/passkeys/${laptop.id}`)).status).toBe(200);
    expect([await mails(), await prisma.recoveryCode.count({ where: { userId } })]).toEqual([1, 0]);
    expect((await actions()).slice(-3)).toEqual(['passkey.rename', 'passkey.remove', 'passkey.remove']);
  });

  it('keeps the recovery codes of an authenticator app, and is kept when the app is removed', async () => {
    const { userId, browser, codes, ...someone } = await protectedPerson();
    const device = softDevice(ORIGIN);
    expect((await addPasskey(browser, device, 'Laptop')).text).not.toContain('recovery codes');
    await browser.submit('/second-factor/remove', {});
    expect(await prisma.mailOutbox.count({ where: { userId, kind: 'second_factor_removed' } })).toBe(0);
    const next = await withPassword(someone);
    await next.browser.submit('/sign-in/code', { code: codes[0] ?? '' });
    expect(await isSignedIn(next.browser)).toBe(true);
  });

  it('signs in from an unknown browser when strangers have used up the wrong codes of the app', async () => {
    const { browser, phone, email } = await protectedPerson();
    const device = softDevice(ORIGIN);
    await addPasskey(browser, device, 'Laptop');
    const stranger = await withPassword({ email });
    for (let n = 0; n < 30; n += 1) await stranger.browser.submit('/sign-in/code', { code: String(100_000 + n) });
    expect((await stranger.browser.submit('/sign-in/code', { code: phone.code() })).status).toBe(429);
    const next = await signInAfterPassword({ email }, device);
    expect(await isSignedIn(next.browser)).toBe(true);
  });

  it('belongs to one user: nobody else can see, rename or remove it', async () => {
    const [one, other] = [await keyHolder(), await keyHolder()];
    const { id } = await prisma.passkey.findFirstOrThrow({ where: { userId: one.userId } });
    expect((await other.browser.call('PATCH', `/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.browser.call('DELETE', `/passkeys/${id}`)).status).toBe(404);
    expect((await addPasskey(other.browser, one.device, 'Copy')).status).toBe(422);
  });

  it('is not offered at an IP address, where browsers have none', async () => {
    await person();
    const { text } = await plainBrowser(atAddress).open('/sign-in');
    expect(text).toContain('Sign in');
    expect(text).not.toContain('passkey');
    expect((await plainBrowser(atAddress).open('/second-factor/passkey')).status).toBe(404);
    expect((await plainBrowser(app).open('/sign-in')).text).toContain('Sign in with a passkey');
  });
});

describe('an attack on a passkey', () => {
  it('with a response that was used before is refused, in every browser', async () => {
    const { device, ...someone } = await keyHolder();
    const { browser, fields } = await signInAlone(device);
    const again = await browser.post('/sign-in/passkey', fields);
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('has expired')]);
    const thief = plainBrowser(app);
    const stolen = await thief.submit('/sign-in', { email: someone.email, password: 'wrong' });
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(stolen.text)?.[1] ?? '';
    expect((await thief.post('/sign-in/passkey', { ...fields, csrf_token })).status).toBe(422);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('with a response that another browser has not sent yet is refused', async () => {
    const { device, ...someone } = await keyHolder();
    const [victim, thief] = [await withPassword(someone), await withPassword(someone)];
    const passkey = device.use(await optionsAt(victim.browser, '/sign-in/code/passkey'));
    expect((await thief.browser.submit('/sign-in/code', { passkey })).status).toBe(422);
    expect(await isSignedIn(thief.browser)).toBe(false);
  });

  it('with a response to a challenge of another purpose is refused', async () => {
    const { device, ...someone } = await keyHolder();
    const { browser } = await withPassword(someone);
    const passkey = device.use(await optionsAt(browser, '/sign-in/passkey'));
    expect((await browser.submit('/sign-in/code', { passkey })).status).toBe(422);
  });

  it('with a challenge that is five minutes old is refused', async () => {
    const { device, ...someone } = await keyHolder();
    const { browser } = await withPassword(someone);
    const passkey = device.use(await optionsAt(browser, '/sign-in/code/passkey'));
    clock.advance(CHALLENGE_MS);
    expect((await browser.submit('/sign-in/code', { passkey })).status).toBe(422);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    ['another site', { origin: 'https://slipway.evil.example' }],
    ['another port', { origin: 'http://localhost:4001' }],
    ['another host name', { rpId: 'evil.example' }],
  ])('from %s is refused, and recorded', async (_, claims) => {
    const { device, entries, ...someone } = await keyHolder();
    expect((await signInAlone(device, claims)).answer.status).toBe(422);
    expect((await signInAfterPassword(someone, device, claims)).answer.status).toBe(422);
    expect(await reasons(entries, 2)).toEqual(['passkey', 'passkey']);
    const { browser } = await withPassword(await person());
    expect((await addPasskey(browser, softDevice(ORIGIN), 'Laptop', claims)).status).toBe(422);
  });

  it("with another user's passkey is refused", async () => {
    const [victim, thief] = [await keyHolder(), await keyHolder()];
    const used = await signInAfterPassword(victim, thief.device);
    expect([used.answer.status, await isSignedIn(used.browser)]).toEqual([422, false]);
    const userHandle = Buffer.from(`user ${victim.userId}`).toString('base64url');
    const alone = await signInAlone(thief.device, { userHandle });
    expect([alone.answer.status, await isSignedIn(alone.browser)]).toEqual([422, false]);
  });

  it('with a copied passkey is noticed by its counter, refused and recorded', async () => {
    const { device, entries } = await keyHolder();
    expect((await signInAlone(device, { counter: 7 })).answer.status).toBe(303);
    for (const counter of [7, 3, 0]) {
      const { browser, answer } = await signInAlone(device, { counter });
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('a copy of it')]);
      expect(await isSignedIn(browser)).toBe(false);
    }
    expect(await reasons(entries, 3)).toEqual(Array(3).fill('passkey_copied'));
    expect((await signInAlone(device, { counter: 8 })).answer.status).toBe(303);
  });

  it.each(['', 'no JSON', '{}', 'null', '{"id":"x","response":{}}'])(
    'with the malformed response %j is refused',
    async (passkey) => {
      const { browser: own, ...someone } = await keyHolder();
      const { browser } = await withPassword(someone);
      expect((await browser.submit('/sign-in/code', { passkey })).status).toBe(422);
      expect((await own.submit('/second-factor/passkey', { name: 'Laptop', passkey })).status).toBe(422);
    },
  );

  it('fills no audit log: ten refusals in 15 minutes are recorded, and the passkey still works', async () => {
    const { device, entries, ...someone } = await keyHolder();
    const { browser } = await withPassword(someone);
    for (let n = 0; n < 12; n += 1)
      expect((await browser.submit('/sign-in/code', { passkey: '{}' })).status).toBe(422);
    expect((await signInAfterPassword(someone, device)).answer.status).toBe(303);
    expect(await reasons(entries, 10)).toEqual(Array(10).fill('passkey'));
  });

  it('cannot add one with the password alone, nor with a stolen session', async () => {
    const { userId, browser, ...someone } = await protectedPerson();
    const pending = await withPassword(someone);
    expect((await pending.browser.open('/second-factor/passkey')).headers['location']).toBe('/sign-in');
    expect((await pending.browser.open('/second-factor/passkey/options')).headers['location']).toBe('/sign-in');
    clock.advance(CONFIRMATION_MS);
    expect((await browser.open('/second-factor/passkey')).headers['location']).toMatch(/^\/confirm\?/);
    expect((await browser.post('/second-factor/passkey', {})).headers['location']).toMatch(/^\/confirm\?/);
    expect(await prisma.passkey.count({ where: { userId } })).toBe(0);
  });

  it('with an app whose setup was never completed is refused', async () => {
    const someone = await person();
    const { browser } = await withPassword(someone);
    const phone = appOf((await browser.open('/second-factor/set-up')).text, clock);
    await browser.submit('/second-factor/set-up', { ...phone.key, code: '000000' });
    await addPasskey(browser, softDevice(ORIGIN), 'Laptop');
    const next = await withPassword(someone);
    expect((await next.browser.submit('/sign-in/code', { code: phone.code() })).status).toBe(422);
    expect(await isSignedIn(next.browser)).toBe(false);
  });
});

describe('an account that requires a second factor', () => {
  it('accepts a passkey: set up at the next sign-in, and kept', async () => {
    const [owner, member] = [await keyHolder(), await person()];
    await prisma.accountMembership.create({ data: { accountId: owner.accountId, userId: member.userId } });
    const path = `/accounts/${owner.accountId}/settings`;
    const required = await owner.browser.call('PATCH', path, { requires_second_factor: true });
    expect([required.status, await isSignedIn(owner.browser)]).toEqual([200, true]);
    const { browser, next } = await withPassword(member);
    expect((await browser.open(next)).text).toContain('/second-factor/passkey');
    const answer = await addPasskey(browser, softDevice(ORIGIN), 'Laptop');
    expect([recoveryCodesOn(answer.text).length, await isSignedIn(browser)]).toEqual([10, true]);
    const { id } = await prisma.passkey.findFirstOrThrow({ where: { userId: member.userId } });
    const removal = await browser.call('DELETE', `/passkeys/${id}`);
    expect([removal.status, removal.body.error]).toEqual([422, 'second_factor_required']);
    const { body } = await owner.browser.call('GET', `/accounts/${owner.accountId}/members`);
    expect(body.members.every((one: { has_second_factor: boolean }) => one.has_second_factor)).toBe(true);
  });
});

describe('an account that requires single sign-on', () => {
  it('refuses the passkey of a member, and a confirmation with their password', async () => {
    const [{ accountId }, member] = [await person(), await keyHolder()];
    await prisma.accountMembership.deleteMany({ where: { userId: member.userId } });
    await prisma.accountMembership.create({ data: { accountId, userId: member.userId } });
    const provider = { issuer: 'https://login.example', clientId: 'x', clientSecret: new Uint8Array(1) };
    await prisma.user.update({ where: { id: member.userId }, data: { email: 'member@tidewater.example' } });
    const domain = { domain: 'tidewater.example', domainToken: 'x', domainVerifiedAt: new Date() };
    await prisma.ssoProvider.create({ data: { accountId, ...provider, ...domain, state: 'required' } });
    const { browser, answer } = await signInAlone(member.device);
    expect([answer.status, await isSignedIn(browser)]).toEqual([403, false]);
    expect(answer.text).toContain('requires single sign-on, so you cannot sign in with a passkey');
    const entry = await prisma.auditEntry.findFirst({ where: { accountId, action: 'sso.refuse' } });
    expect(entry?.detail).toEqual({ reason: 'passkey_used' });
    await prisma.passkey.deleteMany({ where: { userId: member.userId } });
    expect((await member.browser.call('GET', '/confirmation')).body.password).toBe(false);
    expect((await member.browser.call('POST', '/confirmation', { password: PASSWORD })).status).toBe(422);
  });
});

describe('a reset of the second factor', () => {
  it('removes passkeys too: by an owner, or by the command on the server', async () => {
    const [owner, member] = [await person(), await keyHolder()];
    const { accountId } = member;
    await prisma.accountMembership.create({ data: { accountId, userId: owner.userId, role: 'owner' } });
    const { browser } = await withPassword(owner);
    const path = `/accounts/${accountId}/members/${member.userId}/reset_second_factor`;
    expect((await browser.call('POST', path)).status).toBe(200);
    expect([await isSignedIn(member.browser), (await withPassword(member)).next]).toEqual([false, '/']);
    const other = await keyHolder();
    expect(await resetSecondFactor(process.settings, other.email, () => undefined)).toBe(true);
    expect((await signInAlone(other.device)).answer.status).toBe(422);
    expect((await withPassword(other)).next).toBe('/');
  });
});
