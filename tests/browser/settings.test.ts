import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { startStack } from './stack.js';

const stack = await startStack();
const { baseUrl, demo } = stack;
const { prisma } = stack.database;

const statusOf = async (token: string) =>
  (await fetch(`${baseUrl}/api/v1/auth/context`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('an API token', () => {
  it('is shown once, works at once, and stops working when it is revoked', async () => {
    const page = await stack.signedIn('member');
    await page.goto('/settings/tokens');
    await page.getByRole('button', { name: 'New token' }).first().click();
    await page.getByLabel('Name').fill('Browser test');
    await page.getByRole('button', { name: 'Create token' }).click();
    const value = await page.locator('figure', { hasText: 'API token' }).locator('pre').first().textContent();
    expect(await statusOf(value ?? '')).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    const row = page.getByRole('listitem').filter({ hasText: 'Browser test' });
    await row.getByRole('button', { name: /Revoke/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Revoke/ })
      .click();
    await page.getByRole('list', { name: 'Tokens that are no longer valid' }).getByText('Browser test').waitFor();
    expect(await statusOf(value ?? '')).toBe(401);
    expect(await page.content()).not.toContain(value ?? '-');
  });
});

describe('a form', () => {
  it('is sent once, even if its button is clicked twice before the service answers', async () => {
    const page = await stack.signedIn('member');
    let sent = 0;
    await page.route('**/console/api/profile', async (route) => {
      sent += 1;
      await route.continue();
    });
    await page.goto('/settings/sessions');
    await page.getByLabel('Name', { exact: true }).fill('Maren Twice');
    const save = page.getByRole('button', { name: 'Save name' });
    await save.evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await page.getByText('Name changed.').waitFor();
    expect(sent).toBe(1);
  });
});

describe('the Atom feed of a project', () => {
  it('gets a personal URL on request, and a new URL replaces the old one', async () => {
    const page = await stack.signedIn('member', { viewport: { width: 375, height: 800 } });
    await page.goto(`/projects/${demo.projects.main}/settings`);
    await page.getByRole('button', { name: 'Create your feed URL' }).click();
    const address = page.locator('figure', { hasText: '/feeds/' }).locator('pre').first();
    const first = (await address.textContent()) ?? '';
    expect((await fetch(first)).status).toBe(200);
    await page.getByRole('button', { name: 'New URL for the feed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new URL' }).click();
    await page.getByText('Your feed has a new URL').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const second = (await address.textContent()) ?? '';
    expect(second).not.toBe(first);
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
  });
});

describe('a credential in a log', () => {
  it('is masked once an owner adds it, and is never shown again', async () => {
    const { buildRunId, content } = await prisma.buildLog.findFirstOrThrow({
      where: { buildRun: { projectId: demo.projects.main } },
    });
    const value = /[A-Za-z]{8,}/.exec(content)?.[0] ?? '';
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${demo.projects.main}/settings`);
    const panel = page.locator('form', { has: page.getByRole('button', { name: 'Mask value' }) });
    await panel.getByLabel('Name').fill('Vault phrase');
    await panel.getByLabel('Value').fill(value);
    await panel.getByRole('button', { name: 'Mask value' }).click();
    await page.getByRole('list', { name: 'Masked values' }).getByText('Vault phrase').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain(value);
    await page.goto(`/projects/${demo.projects.main}/builds/${buildRunId}#L1`);
    await page.getByRole('region', { name: 'Build log' }).getByText('[redacted: Vault phrase]').first().waitFor();
    await prisma.maskedValue.deleteMany();
  });

  it('can be purged with the log by an owner, and by no one else', async () => {
    const { buildRunId } = await prisma.buildLog.findFirstOrThrow({
      where: { buildRun: { projectId: demo.projects.main } },
    });
    const address = `/projects/${demo.projects.main}/builds/${buildRunId}`;
    const others = await stack.signedIn('member');
    await others.goto(address);
    await others.getByRole('region', { name: 'Build log' }).waitFor();
    expect(await others.getByRole('button', { name: 'Purge log' }).count()).toBe(0);
    const page = await stack.signedIn('owner');
    await page.goto(address);
    await page.getByRole('button', { name: 'Purge log' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Purge log' }).click();
    await page.getByText(/ purged the log, /).waitFor();
    expect(await prisma.buildLog.count({ where: { buildRunId } })).toBe(0);
  });
});

describe('a member', () => {
  it('sees no owner-only actions, and the server refuses them', async () => {
    const page = await stack.signedIn('member');
    await page.goto(`/projects/${demo.projects.main}/integrations/new`);
    await page.getByText('Only owners can connect tools').waitFor();
    const refused = await page.request.post(`/console/api/projects/${demo.projects.main}/integrations`, {
      headers: { 'x-slipway-console': '1' },
      data: { provider: 'perforce', name: 'Mine', with_secret: false },
    });
    expect(refused.status()).toBe(403);
    expect(await prisma.integration.count({ where: { name: 'Mine' } })).toBe(0);
  });
});

describe('a page whose service redirects', () => {
  it('does not follow the redirect, sends one request, and shows that there is no connection', async () => {
    const page = await stack.signedIn('member');
    const { id } = await prisma.task.findFirstOrThrow({ where: { projectId: demo.projects.main } });
    const requested: string[] = [];
    await page.route(`**/console/api/projects/*/tasks/${id}`, (route) => {
      requested.push(route.request().url());
      return route.fulfill({ status: 302, headers: { location: '/elsewhere' } });
    });
    page.on('request', (request) => void (request.url().endsWith('/elsewhere') && requested.push(request.url())));
    await page.goto(`/projects/${demo.projects.main}/tasks/${id}`);
    await page.getByRole('alert').getByText('No connection').waitFor();
    expect(requested).toHaveLength(1);
  });
});

describe('the export of an account', () => {
  it('can be downloaded, and is refused with a reason while another one runs', async () => {
    const page = await stack.signedIn('owner', { mayReport: '409' });
    const { account_id: accountId } = await (await page.request.get('/console/api/session')).json();
    await page.goto('/settings/account');
    const button = page.getByRole('button', { name: 'Download export' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^slipway-acct_\w+\.json$/);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      account: { id: accountId },
    });
    // Takes the lock of an export that runs in another process.
    await stack.database.modelTransaction(async (tx) => {
      await tx.pool.query({ text: 'SELECT pg_advisory_xact_lock(74026, $1)::text', values: [accountId] });
      await button.click();
      await page.getByRole('alert').getByText('An export of this account is already running').waitFor();
    });
  });
});

describe('refused live updates', () => {
  it('are retried later, and the page shows that it is not live', async () => {
    const page = await stack.signedIn('member', { mayReport: '429' });
    await page.clock.install();
    let isRefused = true;
    await page.route('**/console/api/stream', (route) =>
      isRefused ? route.fulfill({ status: 429, body: '{}' }) : route.continue(),
    );
    await page.goto('/');
    const state = page.getByRole('status').filter({ hasText: /live/i });
    await state.getByText('Not live').waitFor();
    isRefused = false;
    await page.clock.fastForward('01:00');
    await state.getByText('Live', { exact: true }).waitFor();
  });
});
