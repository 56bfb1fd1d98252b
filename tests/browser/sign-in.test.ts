import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { createResetLinks } from '@slipway/domain';
import { freePort } from '@slipway/local';
import { factories, TEST_APP_SECRET } from '@slipway/testing';
import { commandLine } from '../e2e/cli/command-line.js';
import { signIn } from './chromium.mjs';
import { startStack } from './stack.js';

const stack = await startStack();
const { baseUrl, demo } = stack;

describe('signing in', () => {
  it('returns to the page the user wanted to open', async () => {
    const page = await stack.newPage();
    await page.goto(`/projects/${demo.projects.main}/tasks`);
    await page.getByLabel('Email').fill(demo.users.owner.email);
    await page.getByLabel('Password').fill(demo.users.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/projects/${demo.projects.main}/tasks`);
  });

  it('works without JavaScript', async () => {
    const page = await stack.signedIn('member', { javaScriptEnabled: false });
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('signing out ends the session in every tab', async () => {
    // The other tab may still be loading when its session ends.
    const page = await stack.signedIn('member', { mayReport: 'status of 401' });
    const other = await page.context().newPage();
    await other.goto('/settings/tokens');
    const { name } = await stack.database.prisma.user.findUniqueOrThrow({ where: { id: demo.users.member.id } });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    // A request that was under way may notice the end of the session first, and adds where to return to.
    await page.waitForURL(({ pathname }) => pathname === '/sign-in');
    await other.goto('/settings/tokens');
    expect(new URL(other.url()).pathname).toBe('/sign-in');
  });
});

describe('a new password', () => {
  it.each(['light', 'dark'] as const)(
    'can be chosen on a phone without JavaScript, in %s colors',
    async (colorScheme) => {
      const { prisma } = stack.database;
      const { id: userId, email } = demo.users.outsider;
      const { token } = await factories(stack.database).apiToken(userId);
      const id = randomUUID();
      await prisma.passwordReset.create({ data: { id, userId, expiresAt: new Date(Date.now() + 60_000) } });
      const viewport = { width: 375, height: 700 };
      const page = await stack.newPage({ javaScriptEnabled: false, viewport, colorScheme });
      await page.goto(`/reset-password?token=${createResetLinks([TEST_APP_SECRET]).tokenOf(id)}`);
      expect((await page.locator('main').boundingBox())?.width).toBeLessThanOrEqual(viewport.width);
      await page.getByLabel('New password').fill('a password for phones');
      await page.getByLabel('Sign out everywhere and revoke my API tokens').check();
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('Your new password is saved').waitFor();
      await signIn(page, { email, password: 'a password for phones' });
      const context = await fetch(`${baseUrl}/api/v1/ping`, { headers: { authorization: `Bearer ${token}` } });
      expect(context.status).toBe(401);
    },
  );
});

describe('the login of a command-line client', () => {
  it('asks for consent, and gives the client a token that works', async () => {
    const port = await freePort();
    const returned = new Promise<URL>((resolve) => {
      const server = createServer((request, response) => {
        response.end('<!doctype html><title>Done</title>');
        server.close();
        resolve(new URL(request.url ?? '/', baseUrl));
      });
      server.listen(port, '127.0.0.1');
    });
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      port: String(port),
      state: 'state-1',
      client_name: 'slipway on harbor',
      scope: 'ping read:tasks',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
    const page = await stack.signedIn('owner', { mayReport: `http://127.0.0.1:${port}` });
    await page.goto(`/cli/auth?${query}`);
    await page.getByText('slipway on harbor').first().waitFor();
    expect(await page.locator('main').textContent()).toMatch(/90 days/);
    expect(await page.locator('main').textContent()).toMatch(/read:tasks/);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`http://127.0.0.1:${port}/callback?*`);
    const { searchParams } = await returned;
    expect(searchParams.get('state')).toBe('state-1');
    const exchange = await fetch(`${baseUrl}/api/v1/cli/token_exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: searchParams.get('code'), code_verifier: verifier }),
    });
    const { token, scopes } = (await exchange.json()) as { token: string; scopes: string[] };
    expect(scopes.toSorted()).toEqual(['ping', 'read:tasks']);
    const ping = await fetch(`${baseUrl}/api/v1/ping`, { headers: { authorization: `Bearer ${token}` } });
    expect(ping.status).toBe(200);
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('slipway auth login', () => {
  /** A signed-in page that may redirect to the port of a CLI. */
  const openPage = () => stack.signedIn('owner', { mayReport: '/callback?' });

  it('signs in through the consent page, with exactly the requested scopes', async () => {
    const { slipway } = await commandLine({ SLIPWAY_HOST: baseUrl });
    const page = await openPage();
    const openBrowser = async (address: string) => {
      await page.goto(address);
      expect(await page.locator('main').textContent()).toMatch(/slipway on .*90 days/s);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('return to the terminal').waitFor();
    };
    const login = await slipway(['auth', 'login', '--scope', 'read-only'], { openBrowser });
    expect(login).toMatchObject({ code: 0, err: expect.stringContaining(`Signed in to ${baseUrl}`) });
    const { out: token } = await slipway(['auth', 'token']);
    expect(await page.content()).not.toContain(token.trim());
    expect(page.url()).not.toContain(token.trim());
    const status = await slipway(['auth', 'status', '--json', 'scopes,user_id,expires_at']);
    expect(JSON.parse(status.out)).toEqual({
      scopes: LOGIN_SCOPES.filter((scope) => !scope.startsWith('write:')),
      user_id: demo.users.owner.id,
      expires_at: expect.any(String),
    });
    const project = ['-p', String(demo.projects.main)];
    expect((await slipway(['build', 'list', ...project])).code).toBe(0);
    expect((await slipway(['task', 'create', '--title', 'x', ...project])).code).toBe(4);
  });

  it('accepts the pasted URL when the browser runs on another machine', async () => {
    const { slipway } = await commandLine({ SLIPWAY_HOST: baseUrl });
    const page = await openPage();
    await page.route('**/callback?*', (route) => route.abort());
    const { promise: shown, resolve: show } = deferred<string>();
    const { promise: pasted, resolve: paste } = deferred<string>();
    const onWrite = (text: string) => {
      const address = /http\S+\/cli\/auth\?\S+/.exec(text)?.[0];
      if (address !== undefined) show(address);
    };
    const login = slipway(['auth', 'login', '--no-browser'], { readLine: () => pasted, onWrite });
    await page.goto(await shown);
    const returning = page.waitForRequest('**/callback?*');
    await page.getByRole('button', { name: 'Allow' }).click();
    paste((await returning).url());
    expect((await login).code).toBe(0);
    expect((await slipway(['auth', 'status'])).code).toBe(0);
  });

  it('exits with 2 when consent is refused', async () => {
    const { slipway } = await commandLine({ SLIPWAY_HOST: baseUrl });
    const page = await openPage();
    const openBrowser = async (address: string) => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('refused').waitFor();
    };
    expect((await slipway(['auth', 'login'], { openBrowser })).code).toBe(2);
    expect((await slipway(['auth', 'status'])).code).toBe(4);
  });
});
