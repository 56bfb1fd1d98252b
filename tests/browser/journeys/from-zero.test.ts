import { describe, expect, it } from '@jest/globals';
import { barriers, overflow, PHONE } from '../barriers.js';
import { startStack } from '../stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const main = demo.projects.main;

describe('an owner', () => {
  it('creates an account with a project in the account switcher, and continues with its tools', async () => {
    const page = await stack.openPage('/', 'owner');
    await page.getByRole('button', { name: /switch account/ }).click();
    await page.getByRole('menuitem', { name: 'New account' }).click();
    await page.getByLabel('Studio').fill('Driftwood Games');
    await page.getByLabel('First project').fill('Undertow Two');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/\/projects\/\d+\/integrations\/new$/);
    await page.getByRole('button', { name: /^Driftwood Games/ }).waitFor();
    expect(await prisma.account.count({ where: { name: 'Driftwood Games' } })).toBe(1);
  });

  it('creates an account on a phone', async () => {
    const page = await stack.openPage('/', 'owner', { viewport: PHONE });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog', { name: 'New account' });
    await dialog.getByLabel('Studio').fill('Pocket Games');
    await dialog.getByLabel('First project').fill('Tide Pool');
    expect([...(await overflow(page)), ...(await barriers(page, '[role=dialog]'))]).toEqual([]);
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/\/projects\/\d+\/integrations\/new$/);
  });

  it('sends an invitation again, and gets its link', async () => {
    const page = await stack.openPage('/settings/members', 'owner');
    const row = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').first();
    await row.getByRole('button', { name: /^Resend/ }).click();
    await page.getByText('Invitation sent again.').waitFor();
    await row.getByRole('button', { name: /^Get link/ }).click();
    expect(await page.getByRole('dialog').locator('pre').textContent()).toContain('/invitation?token=');
  });
});

describe('a change with more files than its page lists', () => {
  it('counts all of them, and finds each by its path', async () => {
    const { id } = await prisma.change.findFirstOrThrow({ where: { projectId: main, fileCount: { gt: 0 } } });
    await prisma.change.update({ where: { id }, data: { fileCount: 3_500 } });
    await prisma.changeFile.deleteMany({ where: { changeId: id } });
    await prisma.changeFile.createMany({
      data: Array.from({ length: 3_500 }, (_, n) => ({
        changeId: id,
        path: `//depot/Content/T_${String(n).padStart(5, '0')}.uasset`,
        action: n < 500 ? ('edit' as const) : ('add' as const),
      })),
    });
    const page = await stack.openPage(`/projects/${main}/changes/${id}`);
    await page.getByText('3,000 added, 500 edited').waitFor();
    await page.getByRole('heading', { name: '3,500 files' }).waitFor();
    await page.getByLabel('Path contains').fill('T_03499');
    await page.getByRole('list', { name: 'Found files' }).getByText('T_03499').waitFor();
  });
});

describe('the delivery ID of a refused request', () => {
  it('leads to the reason, from the search too', async () => {
    const answer = await fetch(`${stack.baseUrl}/webhooks/ci`, {
      method: 'POST',
      headers: { 'x-webhook-token': demo.integrations.jenkins.token, 'content-type': 'application/json' },
      body: '{"job_name": 1}',
    });
    const { delivery_id: id, message } = (await answer.json()) as { delivery_id: string; message: string };
    expect(answer.status).toBe(422);
    const page = await stack.openPage('/');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(id);
    await page.getByRole('option', { name: `Find delivery ${id}` }).click();
    await page.getByRole('heading', { name: 'Slipway refused this request' }).waitFor();
    await page.getByText(message).waitFor();
    const integration = page.getByRole('link', { name: 'Open integration' });
    expect(await integration.getAttribute('href')).toContain(`/integrations/${demo.integrations.jenkins.id}`);
  });
});

describe('a build without news', () => {
  it('is shown as such instead of as running', async () => {
    const build = await prisma.buildRun.findFirstOrThrow({ where: { projectId: main, status: 'building' } });
    await prisma.$executeRaw`UPDATE build_runs SET updated_at = now() - interval '3 days' WHERE id = ${build.id}`;
    const page = await stack.openPage(`/projects/${main}/builds/${build.id}`);
    await page.getByText('so this build no longer counts as running').waitFor();
    await page.getByText('Stale', { exact: true }).first().waitFor();
  });
});

describe('the demo', () => {
  it('has steps that lie within their builds', async () => {
    const outside = await prisma.$queryRaw<object[]>`
      SELECT s.build_run_id, s.name FROM build_steps s JOIN build_runs b ON b.id = s.build_run_id
      WHERE s.started_at < b.started_at OR s.finished_at > b.finished_at`;
    expect(outside).toEqual([]);
  });
});
