import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { openTestDatabase, testProcess } from '@slipway/testing';
import { plainBrowser } from './plain-browser.js';

const process = await testProcess();
const app = composeConsole(process, () => false);
const database = openTestDatabase(process.settings.DATABASE_URL);
process.onClose('test database', () => database.close());
const { prisma } = database;
const PASSWORD = 'correct horse battery';

const browser = () => plainBrowser(app);

describe('a service without users', () => {
  const form = {
    account_name: 'Night Harbor',
    project_name: 'Tidewater',
    engine: 'unity',
    name: 'Ana',
    email: 'Ana@Studio.example',
    password: PASSWORD,
  };

  it('asks its first visitor to set it up, and makes them the owner', async () => {
    const first = browser();
    expect((await first.open('/sign-in')).headers['location']).toBe('/setup');
    expect((await first.submit('/setup', { ...form, password: 'short' })).status).toBe(422);
    expect((await first.submit('/setup', form)).headers['location']).toBe('/');
    expect((await first.call('GET', '/session')).body).toMatchObject({ user: { name: 'Ana' } });
    const user = await prisma.user.findUniqueOrThrow({
      where: { email: 'ana@studio.example' },
      include: { memberships: { include: { account: true } }, projectMemberships: { include: { project: true } } },
    });
    expect(user.memberships).toMatchObject([{ role: 'owner', account: { name: 'Night Harbor' } }]);
    expect(user.projectMemberships).toMatchObject([
      { role: 'owner', project: { name: 'Tidewater', engine: 'unity' } },
    ]);
  });

  it('can be set up only once', async () => {
    expect((await browser().open('/setup')).headers['location']).toBe('/sign-in');
    const late = browser();
    const { text } = await late.open('/sign-in');
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    expect((await late.post('/setup', { ...form, email: 'eve@x.example', csrf_token })).headers['location']).toBe(
      '/sign-in',
    );
    expect(await prisma.user.count()).toBe(1);
  });
});

async function signedIn() {
  const user = browser();
  await user.submit('/sign-in', { email: 'ana@studio.example', password: PASSWORD });
  return user;
}

describe('signing in', () => {
  it('accepts the address in any case, sets a cookie that scripts cannot read, and returns to the original page', async () => {
    const answer = await browser().submit('/sign-in?return_to=/projects/1/builds', {
      email: ' ANA@studio.example ',
      password: PASSWORD,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/projects/1/builds');
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    const session = cookies.find(
      (cookie) => cookie.startsWith('slipway_session=') && !cookie.includes('Max-Age=0'),
    );
    expect(session).toMatch(/^slipway_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const value = /=([\w-]{43})/.exec(session ?? '')?.[1] ?? '';
    expect(await prisma.session.count({ where: { tokenHash: value } })).toBe(0);
    expect(
      await prisma.session.count({ where: { tokenHash: createHash('sha256').update(value).digest('hex') } }),
    ).toBe(1);
    expect(process.logLines.join('')).not.toContain(value);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'evil', '/sign-in'])(
    'never leads to %s',
    async (returnTo) => {
      const query = new URLSearchParams({ return_to: returnTo });
      const fields = { email: 'ana@studio.example', password: PASSWORD };
      expect((await browser().submit(`/sign-in?${query}`, fields)).headers['location']).toBe('/');
    },
  );

  it('responds to an unknown address and a wrong password the same way', async () => {
    const wrong = await browser().submit('/sign-in', { email: 'ana@studio.example', password: 'not it' });
    const unknown = await browser().submit('/sign-in', { email: 'bob@studio.example', password: 'not it' });
    expect([wrong.status, unknown.status]).toEqual([422, 422]);
    const text = (page: string) => /role="alert">([^<]*)</.exec(page)?.[1];
    expect(text(wrong.text)).toBe(text(unknown.text));
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('escapes what was typed', async () => {
    const { text } = await browser().submit('/sign-in', { email: '"><script>alert(1)</script>', password: 'x' });
    expect(text).not.toContain('<script>');
  });

  it('refuses a form sent from another site', async () => {
    const victim = browser();
    const fields = { email: 'ana@studio.example', password: PASSWORD };
    expect((await victim.post('/sign-in', fields)).status).toBe(403);
    const { text } = await victim.open('/sign-in');
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await victim.post('/sign-in', { ...fields, csrf_token }, foreign)).status).toBe(403);
    expect((await browser().post('/sign-in', { ...fields, csrf_token })).status).toBe(403);
    expect((await victim.post('/sign-in', { ...fields, csrf_token })).status).toBe(303);
  });

  it('pages deny frames and outside content, and promise no HTTPS over plain HTTP', async () => {
    const { headers } = await browser().open('/sign-in');
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/upgrade-insecure-requests/);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('signing out', () => {
  it('ends the session, even for a copy of its cookie', async () => {
    const user = await signedIn();
    expect((await user.open('/')).status).toBe(200);
    const before = await prisma.session.count();
    expect((await user.submit('/sign-out', {})).headers['location']).toBe('/sign-in');
    expect(await prisma.session.count()).toBe(before - 1);
    expect((await user.open('/')).headers['location']).toBe('/sign-in');
  });

  it('requires a form of this site', async () => {
    const user = await signedIn();
    expect((await user.post('/sign-out', {})).status).toBe(403);
    expect((await user.open('/')).status).toBe(200);
  });
});

describe('the login of a client', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({
    code_challenge: challenge,
    state: 'st&te',
    port: '49152',
    client_name: 'slipway <b>cli</b>',
    scope: 'read:tasks read:builds',
  });
  const path = `/cli/auth?${query}`;

  it('asks the user to sign in first, and returns to the consent page', async () => {
    const user = browser();
    const { headers } = await user.open(path);
    expect(headers['location']).toMatch(/^\/sign-in\?return_to=/);
    const answer = await user.submit(headers['location'] as string, {
      email: 'ana@studio.example',
      password: PASSWORD,
    });
    expect(answer.headers['location']).toBe(path);
  });

  it('lets a different user sign in, who then returns to the consent page', async () => {
    const user = await signedIn();
    const { text } = await user.open(path);
    const [, link = ''] = /<a href="([^"]*)">Sign in as a different user/.exec(text) ?? [];
    const answer = await user.submit(link.replaceAll('&amp;', '&'), {
      email: 'ana@studio.example',
      password: PASSWORD,
    });
    expect(answer.headers['location']).toBe(path);
  });

  it('names the client, the scopes and the lifetime, and returns a code once allowed', async () => {
    const user = await signedIn();
    const { text } = await user.open(path);
    expect(text).toContain('slipway &lt;b&gt;cli&lt;/b&gt;');
    expect(text).toContain('read:tasks');
    expect(text).not.toContain('write:tasks');
    expect(text).toContain('90 days');
    const allowed = await user.submit(path, { decision: 'allow' });
    const address = new URL(allowed.headers['location'] as string);
    expect(address.origin + address.pathname).toBe('http://127.0.0.1:49152/callback');
    expect(address.searchParams.get('state')).toBe('st&te');
    const code = address.searchParams.get('code') ?? '';
    const row = await prisma.loginCode.findFirstOrThrow({
      where: { codeHash: createHash('sha256').update(code).digest('hex') },
    });
    expect(row).toMatchObject({ codeChallenge: challenge, scopes: ['read:tasks', 'read:builds'], origin: 'cli' });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(10 * 60_000);
  });

  it('returns access_denied when it is refused', async () => {
    const user = await signedIn();
    const address = new URL((await user.submit(path, { decision: 'deny' })).headers['location'] as string);
    expect(Object.fromEntries(address.searchParams)).toEqual({ error: 'access_denied', state: 'st&te' });
  });

  it('shows what is wrong with a request and never redirects it', async () => {
    const user = await signedIn();
    const bad = new URLSearchParams(query);
    bad.set('redirect_uri', 'https://evil.example/callback');
    const { status, headers, text } = await user.open(`/cli/auth?${bad}`);
    expect([status, headers['location']]).toEqual([400, undefined]);
    expect(text).toContain('redirect_uri must be');
    expect((await browser().open(`/cli/auth?${bad}`)).status).toBe(400);
  });

  it('cannot be allowed from another site', async () => {
    const user = await signedIn();
    const { status, headers } = await user.post(path, { decision: 'allow' });
    expect([status, headers['location']]).toEqual([400, undefined]);
  });
});
