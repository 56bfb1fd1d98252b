import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { resetSecondFactor } from '@slipway/worker';
import { plainBrowser } from './plain-browser.js';
import { appOf, CONFIRMATION_MS, isSignedIn, PASSWORD, PERIOD_MS, serveSignIn } from './served-sign-in.js';
import { newSessionCookie } from './session-cookie.js';

const { process, clock, app, database, prisma, person, withPassword, protectedPerson } = await serveSignIn({
  TRUST_PROXY: '1',
});

/** A stranger who knows the password of someone, and sends wrong codes from a separate browser. */
async function guessCodes(someone: { readonly email: string }, times = 30, at = app) {
  const { browser } = await withPassword(someone, plainBrowser(at));
  for (let n = 0; n < times; n += 1)
    expect((await browser.submit('/sign-in/code', { code: String(100_000 + n) })).status).toBe(422);
}

const guessMails = (userId: number) => prisma.mailOutbox.findMany({ where: { userId, kind: 'guessed_codes' } });

describe('a second factor', () => {
  it('is set up with a first code, and then requested at every sign-in', async () => {
    const { codes, phone, actions, ...someone } = await protectedPerson();
    expect(codes).toHaveLength(10);
    const { browser, next } = await withPassword(someone);
    expect(next).toMatch(/^\/sign-in\/code\?/);
    expect(await isSignedIn(browser)).toBe(false);
    const answer = await browser.submit('/sign-in/code?return_to=%2Ffeed', { code: phone.code() });
    expect(answer.headers['location']).toBe('/feed');
    expect(await isSignedIn(browser)).toBe(true);
    expect(await actions()).toEqual(['session.start', 'second_factor.enable', 'session.start']);
    const last = await prisma.auditEntry.findFirst({
      where: { accountId: someone.accountId },
      orderBy: { id: 'desc' },
    });
    expect(last?.detail).toEqual({ method: 'totp' });
  });

  it('is not set up with a wrong code, or by a session that is not confirmed', async () => {
    const someone = await person();
    const { browser } = await withPassword(someone);
    const phone = appOf((await browser.open('/second-factor/set-up')).text, clock);
    const set = (code: string) => browser.submit('/second-factor/set-up', { ...phone.key, code });
    expect((await set('000000')).status).toBe(422);
    clock.advance(CONFIRMATION_MS);
    const { headers } = await browser.post('/second-factor/set-up', { ...phone.key, code: phone.code() });
    expect(headers['location']).toBe('/confirm?return_to=%2Fsecond-factor%2Fset-up');
    expect((await withPassword(someone)).next).toBe('/');
  });

  it('is set up with the key of that page, which nobody else with the session can read or replace', async () => {
    const someone = await person();
    const { browser } = await withPassword(someone);
    const [owner, thief] = [
      appOf((await browser.open('/second-factor/set-up')).text, clock),
      appOf((await browser.open('/second-factor/set-up')).text, clock),
    ];
    expect(thief.code()).not.toBe(owner.code());
    const set = (fields: Record<string, string>) => browser.submit('/second-factor/set-up', fields);
    expect((await set({ ...owner.key, code: thief.code() })).status).toBe(422);
    expect((await set({ sealed_key: 'AAAA', code: owner.code() })).status).toBe(422);
    expect((await set({ ...owner.key, code: owner.code() })).text).toContain('Save your recovery codes');
  });

  it.each([
    ['30 s behind', -PERIOD_MS],
    ['30 s ahead', PERIOD_MS],
  ])('accepts the code of a clock that is %s', async (_, skew) => {
    const { phone, ...someone } = await protectedPerson();
    clock.advance(PERIOD_MS);
    const { browser } = await withPassword(someone);
    await browser.submit('/sign-in/code', { code: phone.codeAt(clock.now() + skew) });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('refuses a code that was used before, and an older one', async () => {
    const { phone, ...someone } = await protectedPerson();
    clock.advance(PERIOD_MS);
    const used = phone.code();
    const first = await withPassword(someone);
    await first.browser.submit('/sign-in/code', { code: used });
    for (const code of [used, phone.codeAt(clock.now() - PERIOD_MS)]) {
      const { browser } = await withPassword(someone);
      const answer = await browser.submit('/sign-in/code', { code });
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('already used')]);
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  it('gives one of two simultaneous sign-ins with the same code', async () => {
    const { phone, ...someone } = await protectedPerson();
    const attempts = await Promise.all([withPassword(someone), withPassword(someone)]);
    const code = phone.code();
    await Promise.all(attempts.map(({ browser }) => browser.submit('/sign-in/code', { code })));
    const signedIn = await Promise.all(attempts.map(({ browser }) => isSignedIn(browser)));
    expect(signedIn.toSorted()).toEqual([false, true]);
  });

  it('accepts no code from unknown browsers after 30 wrong ones on a day, but from a known browser', async () => {
    const { phone, browser: known, userId, ...someone } = await protectedPerson();
    await guessCodes(someone, 20);
    await guessCodes(someone, 10);
    const stranger = await withPassword(someone);
    const refused = await stranger.browser.submit('/sign-in/code', { code: phone.code() });
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('passkey or a recovery code')]);
    const [waitSeconds, nowSeconds] = [Number(refused.headers['retry-after']), clock.now() / 1000];
    expect(Math.round(waitSeconds + nowSeconds) % 86_400).toBeLessThanOrEqual(1);
    // A known browser has its own count.
    await known.submit('/sign-out', {});
    await withPassword(someone, known);
    expect((await known.submit('/sign-in/code', { code: '000000' })).status).toBe(422);
    await known.submit('/sign-in/code', { code: phone.code() });
    expect(await isSignedIn(known)).toBe(true);
    // That sign-in gives strangers no more guesses.
    expect((await stranger.browser.submit('/sign-in/code', { code: '000000' })).status).toBe(429);
    clock.advance(waitSeconds * 1000);
    const tomorrow = await withPassword(someone);
    await tomorrow.browser.submit('/sign-in/code', { code: phone.code() });
    expect(await isSignedIn(tomorrow.browser)).toBe(true);
    expect(await guessMails(userId)).toHaveLength(1);
  });

  it('tells its user once by email that strangers who know the password guess codes', async () => {
    const { userId, ...someone } = await protectedPerson();
    await guessCodes(someone, 29);
    expect(await guessMails(userId)).toEqual([]);
    await guessCodes(someone, 1);
    const { browser } = await withPassword(someone);
    expect((await browser.submit('/sign-in/code', { code: '000000' })).status).toBe(429);
    const [mail, ...others] = await guessMails(userId);
    expect([mail?.payload, others]).toEqual([expect.objectContaining({ count: 30 }), []]);
  });

  it('accepts a recovery code when strangers have used up the wrong codes, and still limits wrong ones', async () => {
    const { codes, ...someone } = await protectedPerson();
    await guessCodes(someone);
    const { browser } = await withPassword(someone);
    const guess = (n: number) => browser.submit('/sign-in/code', { code: `aaaa-bbbb-cccc-dd${n}${n}` });
    for (let n = 0; n < 10; n += 1) expect((await guess((n % 6) + 2)).status).toBe(422);
    expect((await guess(2)).status).toBe(429);
    const elsewhere = plainBrowser(app, undefined, { 'x-forwarded-for': '203.0.113.9' });
    await withPassword(someone, elsewhere);
    await elsewhere.submit('/sign-in/code', { code: codes[0] ?? '' });
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  it('counts wrong codes of two processes together', async () => {
    const { phone, ...someone } = await protectedPerson();
    const second = composeConsole(process, () => false, clock);
    await guessCodes(someone, 15);
    await guessCodes(someone, 15, second);
    for (const each of [app, second]) {
      const { browser } = await withPassword(someone, plainBrowser(each));
      expect((await browser.submit('/sign-in/code', { code: phone.code() })).status).toBe(429);
    }
  });

  it('is not requested without the password, and the password counts for ten minutes only', async () => {
    const { phone, ...someone } = await protectedPerson();
    const stranger = plainBrowser(app);
    expect((await stranger.open('/sign-in/code')).headers['location']).toMatch(/^\/sign-in\?/);
    const { browser } = await withPassword(someone);
    const { text } = await browser.open('/sign-in/code');
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    clock.advance(10 * 60_000);
    const answer = await browser.post('/sign-in/code', { csrf_token, code: phone.code() });
    expect(answer.headers['location']).toMatch(/^\/sign-in\?/);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('never leads to another site after the code', async () => {
    const { phone, ...someone } = await protectedPerson();
    const { browser } = await withPassword(someone);
    const answer = await browser.submit('/sign-in/code?return_to=%2F%2Fevil.example', { code: phone.code() });
    expect(answer.headers['location']).toBe('/');
  });
});

describe('a recovery code', () => {
  it('replaces the app once, however it is written', async () => {
    const { codes, ...someone } = await protectedPerson();
    const [code = ''] = codes;
    const first = await withPassword(someone);
    await first.browser.submit('/sign-in/code', { code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` });
    expect(await isSignedIn(first.browser)).toBe(true);
    expect((await first.browser.call('GET', '/second_factor')).body).toMatchObject({ unused_recovery_codes: 9 });
    const second = await withPassword(someone);
    expect((await second.browser.submit('/sign-in/code', { code })).status).toBe(422);
    expect(await isSignedIn(second.browser)).toBe(false);
  });

  it('works for one of several simultaneous sign-ins, with and without an app', async () => {
    const { userId, codes, ...someone } = await protectedPerson();
    const race = async (code = '') => {
      const attempts = await Promise.all(Array.from({ length: 4 }, () => withPassword(someone)));
      await Promise.all(attempts.map(({ browser }) => browser.submit('/sign-in/code', { code })));
      const signedIn = await Promise.all(attempts.map(({ browser }) => isSignedIn(browser)));
      return signedIn.filter(Boolean).length;
    };
    expect(await race(codes[0])).toBe(1);
    // The app is gone and a passkey is left, so that no row of an app serializes the attempts.
    await prisma.secondFactor.deleteMany({ where: { userId } });
    await prisma.passkey.create({
      data: { userId, credentialId: `key-${userId}`, publicKey: Buffer.alloc(1), name: 'Laptop' },
    });
    expect(await race(codes[1])).toBe(1);
  });

  it('is stored as a hash, and belongs to one user', async () => {
    const [one, other] = [await protectedPerson(), await protectedPerson()];
    const stored = await prisma.recoveryCode.findMany({ where: { userId: one.userId } });
    expect(stored.map(({ codeHash }) => codeHash)).toEqual(
      Array(10).fill(expect.stringMatching(/^[0-9a-f]{64}$/)),
    );
    const { browser } = await withPassword(one);
    await browser.submit('/sign-in/code', { code: other.codes[0] ?? '' });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('stops working when new ones are made, which a stolen session cannot do', async () => {
    const { userId, codes, browser, ...someone } = await protectedPerson();
    const thief = plainBrowser(app, await newSessionCookie(database, userId, clock.now() - CONFIRMATION_MS));
    expect((await thief.open('/second-factor/codes')).headers['location']).toMatch(/^\/confirm\?/);
    const answer = await browser.submit('/second-factor/codes', {});
    expect(answer.text.match(/<li><code>/g)).toHaveLength(10);
    expect((await someone.actions()).at(-1)).toBe('second_factor.renew_codes');
    const again = await withPassword(someone);
    await again.browser.submit('/sign-in/code', { code: codes[0] ?? '' });
    expect(await isSignedIn(again.browser)).toBe(false);
  });
});

describe('the removal of a second factor', () => {
  it('needs a code: a stolen session is not enough, nor is one with the password', async () => {
    const { userId, phone, email, actions } = await protectedPerson();
    const stolen = plainBrowser(app, await newSessionCookie(database, userId, clock.now() - CONFIRMATION_MS));
    const page = '/second-factor/remove';
    const confirm = `/confirm?${new URLSearchParams({ return_to: page })}`;
    expect((await stolen.open(page)).headers['location']).toBe(confirm);
    expect((await stolen.post(page, {})).headers['location']).toBe(confirm);
    for (const proof of [{ code: '' }, { code: '000000' }, { password: PASSWORD }])
      expect((await stolen.submit(confirm, proof)).status).toBe(422);
    expect(await prisma.secondFactor.count({ where: { userId } })).toBe(1);
    expect((await stolen.submit(confirm, { code: phone.code() })).headers['location']).toBe(page);
    expect((await stolen.submit(page, {})).headers['location']).toBe('/settings/sessions');
    expect((await actions()).at(-1)).toBe('second_factor.remove');
    expect(await prisma.mailOutbox.findFirst({ where: { userId, kind: 'second_factor_removed' } })).toMatchObject({
      payload: { by: 'you' },
    });
    const answer = await plainBrowser(app).submit('/sign-in', { email, password: PASSWORD });
    expect(answer.headers['location']).toBe('/');
  });

  it('can be done by an owner of all their accounts: mailed, recorded in each, and all sessions end', async () => {
    const [owner, member] = [await person(), await protectedPerson()];
    const { accountId } = owner;
    const owned = { accountId: member.accountId, userId: owner.userId, role: 'owner' as const };
    await prisma.accountMembership.createMany({ data: [{ accountId, userId: member.userId }, owned] });
    const { browser } = await withPassword(owner);
    const reset = (userId: number, from = browser) =>
      from.call('POST', `/accounts/${accountId}/members/${userId}/reset_second_factor`);
    expect((await reset(owner.userId)).status).toBe(422);
    expect((await reset(owner.userId, member.browser)).status).toBe(403);
    expect((await reset(member.userId)).status).toBe(200);
    expect(await isSignedIn(member.browser)).toBe(false);
    expect((await withPassword(member)).next).toBe('/');
    for (const id of [accountId, member.accountId])
      expect(
        await prisma.auditEntry.findFirst({ where: { accountId: id, action: 'member.reset_second_factor' } }),
      ).toMatchObject({ userId: owner.userId, detail: { user_id: member.userId } });
    expect(
      await prisma.mailOutbox.count({ where: { userId: member.userId, kind: 'second_factor_removed' } }),
    ).toBe(1);
    expect((await reset(member.userId)).status).toBe(404);
  });

  it('can be done for the last owner by a command on the server', async () => {
    const { email, actions } = await protectedPerson();
    const lines: string[] = [];
    const run = () => resetSecondFactor(process.settings, email, (line) => void lines.push(line));
    expect([await run(), await run()]).toEqual([true, false]);
    expect(lines).toEqual(['Removed. The user signs in with their password.', 'The user has no second factor.']);
    expect((await withPassword({ email })).next).toBe('/');
    expect(await actions()).toContain('member.reset_second_factor');
  });
});

describe('an account that requires a second factor', () => {
  it('lets its owner require it only after setting up their own', async () => {
    const { accountId, ...someone } = await person();
    const { browser } = await withPassword(someone);
    const require = () =>
      browser.call('PATCH', `/accounts/${accountId}/settings`, { requires_second_factor: true });
    const refused = await require();
    expect([refused.status, refused.body.error]).toEqual([422, 'second_factor_missing']);
  });

  it('signs out members who have none, and makes them set it up at their next sign-in', async () => {
    const owner = await protectedPerson();
    const member = await person();
    await prisma.accountMembership.create({ data: { accountId: owner.accountId, userId: member.userId } });
    const { browser: before } = await withPassword(member);
    const path = `/accounts/${owner.accountId}/settings`;
    expect((await owner.browser.call('PATCH', path, { requires_second_factor: true })).body).toMatchObject({
      requires_second_factor: true,
    });
    expect([await isSignedIn(owner.browser), await isSignedIn(before)]).toEqual([true, false]);
    const { browser, next } = await withPassword(member);
    expect(next).toMatch(/^\/second-factor\/set-up\?/);
    expect(await isSignedIn(browser)).toBe(false);
    const phone = appOf((await browser.open(next)).text, clock);
    const answer = await browser.submit(next, { ...phone.key, code: phone.code() });
    expect(answer.text).toContain('Save your recovery codes');
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.open('/second-factor/remove')).status).toBe(403);
  });
});
