import { describe, expect, it } from '@jest/globals';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { baseUrl, demo } = stack;
const { prisma } = stack.database;
const { id: accountId } = demo.accounts.studio;

async function ask(path: string, token: string) {
  const answer = await fetch(`${baseUrl}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('an API token', () => {
  it('can be restricted to a project when it is created, and to networks later', async () => {
    const page = await stack.openPage('/settings/tokens', 'owner', {
      viewport: PHONE,
      mayReport: 'status of 422',
    });
    const { name } = await prisma.project.findUniqueOrThrow({ where: { id: demo.projects.second } });
    await page.getByRole('button', { name: 'New token' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Only one project');
    await dialog.getByRole('radio', { name: 'Only these' }).check();
    expect(await dialog.getByRole('button', { name: 'Create token' }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name }).check();
    expect([...(await overflow(page)), ...(await barriers(page, '[role=dialog]'))]).toEqual([]);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const value =
      (await page.locator('figure', { hasText: 'API token' }).locator('pre').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const { body } = await ask('/v1/projects', value);
    expect(body).toMatchObject({ projects: [{ id: String(demo.projects.second) }] });

    const row = page.getByRole('listitem').filter({ hasText: 'Only one project' });
    await row.getByText(`Only ${name}`).waitFor();
    await row.getByRole('button', { name: /^Restrict/ }).click();
    await dialog.getByLabel('Networks').fill('203.0.113.0/24 studio');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('“studio” is not a network').waitFor();
    await dialog.getByLabel('Networks').fill('203.0.113.0/24');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('from 203.0.113.0/24').waitFor();
    expect(await ask('/v1/projects', value)).toMatchObject({
      status: 403,
      body: { error: 'network_not_allowed' },
    });
    expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  });

  it('is offered no longer lifetime than the account allows, and can be shortened if it has one', async () => {
    const { id: userId } = demo.users.member;
    const token = { name: 'Forever', prefix: 'forever0', tokenHash: 'f'.repeat(64), scopes: ['ping'] };
    await prisma.apiToken.create({ data: { ...token, userId } });
    const owner = await stack.openPage('/settings/account', 'owner');
    await owner.getByLabel('Longest lifetime of a new token').selectOption('30 days');
    await owner.locator('section', { hasText: 'Longest lifetime' }).getByRole('button', { name: 'Save' }).click();
    await owner.getByText('The limit applies to new API tokens.').waitFor();

    const page = await stack.openPage('/settings/tokens', 'member');
    await page.getByRole('button', { name: 'New token' }).first().click();
    const options = page.getByLabel('Expires after').getByRole('option');
    expect(await options.allTextContents()).toEqual(['7 days', '30 days']);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Forever' });
    await row.getByText('Lasts longer than your account now allows').waitFor();
    await row.getByRole('button', { name: /^Shorten/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Shorten token' }).click();
    // The rows behind an open dialog have no role, so its row would seem to be gone before the token is shortened.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await row.getByText('Lasts longer').waitFor({ state: 'detached' });
    await prisma.account.update({ where: { id: accountId }, data: { maxTokenDays: null } });
  });
});

describe('the page of the audit log', () => {
  it('says that the log is intact, and names the entries that someone changed or deleted in the database', async () => {
    const page = await stack.signedIn('owner', { viewport: PHONE });
    await prisma.session.updateMany({ where: { userId: demo.users.owner.id }, data: { accountId } });
    await page.goto('/settings/audit-log');
    await page.getByText(/All \d+ entries are intact/).waitFor();
    await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
      prisma.$executeRaw`UPDATE audit_entries SET target = 'x' WHERE account_id = ${accountId} AND position = 1`,
      prisma.$executeRaw`DELETE FROM audit_entries WHERE account_id = ${accountId} AND position = 3`,
    ]);
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Someone tampered with this log' });
    await alert.waitFor();
    expect(await alert.getByRole('listitem').allTextContents()).toEqual([
      'Entry 1 is changed.',
      'Entry 3 is missing.',
    ]);
    expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  });
});
