import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { startStack } from './stack.js';

const stack = await startStack();
const { baseUrl, demo } = stack;

describe('signing in', () => {
  it('leads to the page that somebody wanted to open', async () => {
    const page = await stack.newPage();
    await page.goto(`/projects/${demo.projects.main}/tasks`);
    await page.getByLabel('E-mail').fill(demo.users.owner.email);
    await page.getByLabel('Password').fill(demo.users.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/projects/${demo.projects.main}/tasks`);
  });

  it('works without script', async () => {
    const page = await stack.signedIn('member', { javaScriptEnabled: false });
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('signing out ends the session in every tab', async () => {
    const page = await stack.signedIn('member');
    const other = await page.context().newPage();
    await other.goto('/settings/tokens');
    const { name } = await stack.database.prisma.user.findUniqueOrThrow({ where: { id: demo.users.member.id } });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/sign-in');
    await other.goto('/settings/tokens');
    expect(new URL(other.url()).pathname).toBe('/sign-in');
  });
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
    const page = await stack.signedIn('owner', { leadsTo: `http://127.0.0.1:${port}` });
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
