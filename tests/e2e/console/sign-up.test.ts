import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { createSignUp } from '@slipway/db';
import { appSecretsOf, createSignUpLinks } from '@slipway/domain';
import { eventually, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { plainBrowser } from './plain-browser.js';
import { serveSignIn } from './served-sign-in.js';

const { app, process, clock, database, prisma, person, withPassword } = await serveSignIn({ SIGN_UP: 'open' });
const links = createSignUpLinks(appSecretsOf(process.settings));
const STUDIO = { account_name: 'Driftwood Games', project_name: 'Undertow', engine: 'unity' };
const NEW_PERSON = { ...STUDIO, name: 'Ines', password: 'a long enough password' };

async function linkFor(email: string): Promise<string> {
  const id = await createSignUp(database, email, { now: new Date(clock.now()), lifetimeMs: 60_000 });
  return `/sign-up/finish?token=${links.tokenOf(id)}`;
}

/** The console of an operator who chose differently. */
async function consoleWith(signUp: 'invited' | 'off') {
  const { DATABASE_URL } = process.settings;
  return composeConsole(await testProcess({ DATABASE_URL, SIGN_UP: signUp }), () => false);
}
const closed = { invited: await consoleWith('invited'), off: await consoleWith('off') } as const;

const withoutForm = (text: string) => text.replace(/name="csrf_token" value="[^"]*"/, '');

describe('asking for an account', () => {
  it('answers the same for a known and an unknown address, and emails both the same text', async () => {
    const { email } = await person();
    const pages = [email, 'stranger@x.example'].map((each) =>
      plainBrowser(app).submit('/sign-up', { email: each }),
    );
    const [known, unknown] = await Promise.all(pages);
    expect([known?.status, withoutForm(known?.text ?? '')]).toEqual([200, withoutForm(unknown?.text ?? '')]);
    await runWorker(process);
    const folder = join(process.settings.DATA_DIR, 'mail');
    const mails = await eventually('both emails are sent', async () => {
      const names = await readdir(folder).catch(() => []);
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      const found = texts.filter((text) => text.includes('Create your Slipway account'));
      return found.length === 2 ? found : undefined;
    });
    const addressed = (address: string) => mails.some((text) => text.includes(`To: ${address}`));
    expect([addressed(email), addressed('stranger@x.example')]).toEqual([true, true]);
    expect(process.logLines.join('')).not.toContain('@x.example');
  });

  it('429: after ten requests for one address', async () => {
    const ask = () => plainBrowser(app).submit('/sign-up', { email: 'often@x.example' });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  it.each(['invited', 'off'] as const)(
    '403: with SIGN_UP=%s, whose sign-in page does not offer it',
    async (signUp) => {
      const visit = () => plainBrowser(closed[signUp]);
      const { status, text } = await visit().open('/sign-up');
      expect([status, text.includes('You need an invitation')]).toEqual([403, true]);
      expect((await visit().post('/sign-up', { email: 'a@x.example' })).status).toBe(403);
      expect((await visit().open('/sign-in')).text).not.toContain('/sign-up');
      expect((await plainBrowser(app).open('/sign-in')).text).toContain('/sign-up');
    },
  );
});

describe('the link to create an account', () => {
  it('makes a new person the owner of an account and a project, once', async () => {
    const link = await linkFor('Ines@Driftwood.test');
    const browser = plainBrowser(app);
    expect((await browser.submit(link, { ...NEW_PERSON, account_name: ' ' })).status).toBe(422);
    expect((await browser.submit(link, { ...NEW_PERSON, password: 'short' })).status).toBe(422);
    expect((await browser.submit(link, NEW_PERSON)).headers['location']).toBe('/');
    const { body } = await browser.call('GET', '/session');
    expect(body).toMatchObject({
      user: { name: 'Ines', email: 'ines@driftwood.test' },
      accounts: [{ name: 'Driftwood Games', role: 'owner' }],
      projects: [{ name: 'Undertow', engine: 'unity' }],
    });
    const entries = await prisma.auditEntry.findMany({ where: { accountId: body.account_id } });
    expect(entries.map(({ action }) => action)).toContain('account.create');
    expect((await plainBrowser(app).open(link)).status).toBe(410);
  });

  it('adds an account to an existing user, who signs in first', async () => {
    const someone = await person();
    const link = await linkFor(someone.email);
    expect((await plainBrowser(app).open(link)).headers['location']).toMatch(/^\/sign-in\?return_to=/);
    const { browser } = await withPassword(someone);
    expect((await browser.submit(link, STUDIO)).headers['location']).toBe('/');
    const { body } = await browser.call('GET', '/session');
    expect(body.accounts).toHaveLength(2);
    expect(body.accounts.find(({ id }: { id: number }) => id === body.account_id).name).toBe('Driftwood Games');
  });

  it('is refused to another user, and after it has expired', async () => {
    const link = await linkFor('later@driftwood.test');
    const { browser } = await withPassword(await person());
    expect((await browser.open(link)).status).toBe(403);
    clock.advance(60_000);
    expect((await plainBrowser(app).open(link)).status).toBe(410);
  });

  it('works whatever SIGN_UP is, because the operator creates it too', async () => {
    const browser = plainBrowser(closed.off);
    const link = await linkFor('operator@driftwood.test');
    expect((await browser.submit(link, NEW_PERSON)).headers['location']).toBe('/');
  });
});

describe('creating an account in the console', () => {
  const body = { name: 'Second Studio', project_name: 'Harbor', engine: 'unreal' };

  it('lets an owner create one, shows it, and records it in both audit logs', async () => {
    const someone = await person();
    const { browser } = await withPassword(someone);
    const created = await browser.call('POST', `/accounts/${someone.accountId}/accounts`, body);
    expect(created.status).toBe(201);
    const { account_id: accountId, project_id: projectId } = created.body;
    const session = (await browser.call('GET', '/session')).body;
    expect(session).toMatchObject({ account_id: accountId, can_create_accounts: true });
    expect(session.projects).toContainEqual(expect.objectContaining({ id: projectId, name: 'Harbor' }));
    expect(await someone.actions()).toContain('account.create');
    const entry = { accountId, action: 'account.create', target: 'Second Studio' };
    expect(await prisma.auditEntry.count({ where: entry })).toBe(1);
  });

  it('403: with SIGN_UP=off', async () => {
    const someone = await person();
    const { browser } = await withPassword(someone, plainBrowser(closed.off));
    const refused = await browser.call('POST', `/accounts/${someone.accountId}/accounts`, body);
    expect([refused.status, refused.body.error]).toEqual([403, 'sign_up_closed']);
    expect((await browser.call('GET', '/session')).body.can_create_accounts).toBe(false);
  });
});
