import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { appSecretsOf, createResetLinks } from '@slipway/domain';
import { eventually, testProcess, testProxy } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, make, browserOf } = await serveConsole();
const { prisma } = database;
const links = createResetLinks(appSecretsOf(process.settings));
const PASSWORD = 'another long one';
const AGENT = 'Mozilla/5.0 (reset)';

/** A user who owns an account and belongs to another one. */
async function newPerson() {
  const { userId: id, accountId } = await make.studio();
  const { accountId: second } = await make.studio();
  await prisma.accountMembership.create({ data: { accountId: second, userId: id } });
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id } });
  return { id, email, accountIds: [accountId, second].toSorted((a, b) => a - b) };
}

async function newLink(userId: number, expiresAt = new Date(Date.now() + 60_000)): Promise<string> {
  const id = crypto.randomUUID();
  await prisma.passwordReset.create({ data: { id, userId, expiresAt } });
  return `/reset-password?token=${links.tokenOf(id)}`;
}

const proxy = await testProxy(process.settings.REDIS_URL);
const withoutRedis = composeConsole(
  await testProcess({ DATABASE_URL: process.settings.DATABASE_URL, REDIS_URL: proxy.url }),
  () => false,
);

const visitor = () => plainBrowser(app, undefined, { 'user-agent': AGENT });

describe('requesting a reset link', () => {
  const ask = (email: string) => visitor().submit('/forgot-password', { email });
  const requests = () => Promise.all([prisma.passwordReset.count(), prisma.mailOutbox.count()]);

  it('does the same work for a known and an unknown address, and leaves the lookup to a worker', async () => {
    const { id, email } = await newPerson();
    const before = await requests();
    const pages = [await ask(email), await ask('nobody@x.example')];
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    const [known, unknown] = pages.map(({ text }) => text.replace(/name="csrf_token" value="[^"]*"/, ''));
    expect(known).toContain('we sent a link');
    expect(known).toBe(unknown);
    // No worker is running yet: nothing that the console did depends on the address.
    expect(await requests()).toEqual(before);
    await runWorker(process);
    const reset = await eventually(
      'the link exists',
      async () => (await prisma.passwordReset.findFirst({ where: { userId: id } })) ?? undefined,
    );
    expect(await prisma.mailOutbox.count({ where: { userId: id, kind: 'password_reset' } })).toBe(1);
    expect((await visitor().open(`/reset-password?token=${links.tokenOf(reset.id)}`)).status).toBe(200);
    expect(process.logLines.join('')).not.toContain('@x.example');
  });

  it('503: while the queue is unreachable, whatever the address', async () => {
    const { email } = await newPerson();
    proxy.cut();
    for (const each of [email, 'nobody@x.example']) {
      const { status, headers, text } = await plainBrowser(withoutRedis).submit('/forgot-password', {
        email: each,
      });
      expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
      expect(text).not.toContain('we sent a link');
    }
  });

  it('429: after ten mails to one address', async () => {
    const { email } = await newPerson();
    for (let count = 0; count < 10; count += 1) expect((await ask(email)).status).toBe(200);
    expect((await ask(email)).status).toBe(429);
  });
});

describe('a password reset', () => {
  it('invalidates every other link of the user, and no link of other users', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [first, second] = [await newLink(person.id), await newLink(person.id)];
    const foreign = await newLink(other.id);
    expect((await visitor().submit(first, { password: PASSWORD })).headers['location']).toBe(
      '/sign-in?password_saved=1',
    );
    expect((await visitor().open(second)).status).toBe(410);
    expect((await visitor().open(foreign)).status).toBe(200);
  });

  it('works for only one of two links that are used at once', async () => {
    const { id } = await newPerson();
    const paths = [await newLink(id), await newLink(id)];
    const answers = await Promise.all(paths.map((path) => visitor().submit(path, { password: PASSWORD })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410]);
  });

  it('ends all sessions and pending logins, is mailed to the user, and appears in each audit log', async () => {
    const person = await newPerson();
    const elsewhere = await browserOf(person.id);
    const token = await make.apiToken(person.id);
    await prisma.loginCode.create({
      data: {
        codeHash: `${person.id}`,
        userId: person.id,
        codeChallenge: '',
        redirectUri: '',
        scopes: [],
        expiresAt: new Date(),
      },
    });
    await visitor().submit(await newLink(person.id), { password: PASSWORD });
    expect((await elsewhere.open('/')).headers['location']).toBe('/sign-in');
    expect(await prisma.loginCode.count({ where: { userId: person.id } })).toBe(0);
    const [mail, ...others] = await prisma.mailOutbox.findMany({
      where: { userId: person.id, kind: 'password_changed' },
    });
    expect(others).toEqual([]);
    expect(mail?.payload).toEqual({
      how: 'reset',
      changedAt: expect.any(String),
      ipAddress: expect.stringContaining('127.0.0.1'),
    });
    const entries = await prisma.auditEntry.findMany({
      where: { userId: person.id, action: 'password.reset' },
      orderBy: { accountId: 'asc' },
    });
    expect(entries.map(({ accountId }) => accountId)).toEqual(person.accountIds);
    expect(entries[0]).toMatchObject({
      ipAddress: expect.stringContaining('127.0.0.1'),
      userAgent: AGENT,
      detail: { ended_sessions: 1, signed_out_everywhere: false },
    });
    const { revokedAt } = await prisma.apiToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(revokedAt).toBeNull();
  });

  it('also revokes API tokens and feed URLs when the box is checked', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [mine, theirs] = [await make.apiToken(person.id), await make.apiToken(other.id)];
    const project = await make.project(person.accountIds[0] ?? 0);
    await (await browserOf(person.id)).call('POST', `/projects/${project.id}/feed_link`);
    const path = await newLink(person.id);
    const { text } = await visitor().open(path);
    expect(text).toContain('Sign out everywhere and revoke my API tokens');
    expect((await visitor().submit(path, { password: PASSWORD, sign_out_everywhere: 'on' })).status).toBe(303);
    const revoked = async (id: number) =>
      (await prisma.apiToken.findUniqueOrThrow({ where: { id } })).revokedAt !== null;
    expect([await revoked(mine.id), await revoked(theirs.id)]).toEqual([true, false]);
    expect(await prisma.feedLink.count({ where: { userId: person.id } })).toBe(0);
    expect(
      await prisma.auditEntry.findFirst({ where: { userId: person.id, action: 'password.reset' } }),
    ).toMatchObject({ detail: { signed_out_everywhere: true } });
  });

  it('revokes API tokens once if the user was created with a copied invitation', async () => {
    const person = await newPerson();
    await prisma.user.update({ where: { id: person.id }, data: { isAddressProven: false } });
    const revoked: boolean[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = await make.apiToken(person.id);
      await visitor().submit(await newLink(person.id), { password: PASSWORD });
      revoked.push((await prisma.apiToken.findUniqueOrThrow({ where: { id } })).revokedAt !== null);
    }
    expect(revoked).toEqual([true, false]);
  });

  it('changes nothing when the new password is refused', async () => {
    const { id } = await newPerson();
    const path = await newLink(id);
    const { status, text } = await visitor().submit(path, { password: 'short', sign_out_everywhere: 'on' });
    expect(status).toBe(422);
    expect(text).toMatch(/name="sign_out_everywhere"[^>]* checked/);
    expect((await visitor().open(path)).status).toBe(200);
    expect(await prisma.mailOutbox.count({ where: { userId: id } })).toBe(0);
  });

  it('makes the browser known, so that guesses at the address cannot lock the user out', async () => {
    const { id } = await newPerson();
    const { headers } = await visitor().submit(await newLink(id), { password: PASSWORD });
    expect(String(headers['set-cookie'])).toContain(`slipway_device=${id}.`);
  });

  it.each(['', 'x', `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.${'A'.repeat(43)}`])(
    'is refused for the token %j',
    async (token) => {
      expect((await visitor().open(`/reset-password?token=${token}`)).status).toBe(410);
    },
  );

  it('is refused when the link has expired', async () => {
    const { id } = await newPerson();
    expect((await visitor().open(await newLink(id, new Date()))).status).toBe(410);
  });
});

describe('a password change while signed in', () => {
  it('is also announced by mail, with the time and the network', async () => {
    const { id } = await newPerson();
    await visitor().submit(await newLink(id), { password: PASSWORD });
    await prisma.mailOutbox.deleteMany({ where: { userId: id } });
    const body = { current_password: PASSWORD, new_password: 'yet another long one' };
    expect((await (await browserOf(id)).call('POST', '/password', body)).status).toBe(200);
    expect(await prisma.mailOutbox.findMany({ where: { userId: id } })).toMatchObject([
      { kind: 'password_changed', payload: { how: 'settings', ipAddress: expect.stringContaining('127.0.0.1') } },
    ]);
    expect(await prisma.auditEntry.count({ where: { userId: id, action: 'password.change' } })).toBe(2);
  });
});
