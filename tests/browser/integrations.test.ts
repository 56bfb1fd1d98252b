import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, baseUrl } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

const pageOf = ({ id }: { id: number }) => `/projects/${main}/integrations/${id}`;

describe('the handshake window', () => {
  const { asana } = demo.integrations;

  it('can be opened with the keyboard on a phone, and then accepts a new secret', async () => {
    await prisma.integration.update({ where: { id: asana.id }, data: { handshakeOpenUntil: new Date(0) } });
    const page = await stack.signedIn('owner', { viewport: PHONE });
    await page.goto(pageOf(asana));
    const status = page.getByRole('status').filter({ hasText: 'Closed' });
    await status.waitFor();
    const button = page.getByRole('button', { name: 'Open the handshake window for 24 hours' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Open' }).getByText(/until/).waitFor();
    expect([...(await overflow(page)), ...(await barriers(page, 'main'))]).toEqual([]);
    await eventually('a handshake is accepted', async () => {
      const headers = { 'x-hook-secret': 'browser-hook-secret' };
      const { status: code } = await fetch(`${baseUrl}/webhooks/asana?token=${asana.token}`, {
        method: 'POST',
        headers,
      });
      return code === 200 ? true : undefined;
    });
    await page.goto('/settings/audit-log');
    await page.getByText('A webhook sender').first().waitFor();
  });

  it('shows members whether it is open, but no controls', async () => {
    const page = await stack.signedIn('member');
    await page.goto(pageOf(asana));
    await page.getByRole('heading', { name: 'Handshake window' }).waitFor();
    expect(await page.getByRole('button', { name: /handshake window/ }).count()).toBe(0);
    expect(await page.getByLabel('Require signatures').isDisabled()).toBe(true);
  });
});

describe('the signatures of an integration', () => {
  it('can be required after a warning that there is no secret, and have a tolerance', async () => {
    const { linear } = demo.integrations;
    const page = await stack.signedIn('owner');
    await page.goto(pageOf(linear));
    const require = page.getByLabel('Require signatures');
    await page.getByText(/every request is refused until there is one/).waitFor();
    await require.focus();
    await page.keyboard.press('Space');
    await page.getByText('Missing: every request is refused until it is set').waitFor();
    expect(await require.isChecked()).toBe(true);
    await page.getByLabel('Maximum difference').selectOption('10');
    await eventually('it is saved', async () => {
      const saved = await prisma.integration.findUniqueOrThrow({ where: { id: linear.id } });
      return saved.requireSignatures && saved.signatureToleranceMinutes === 10 ? true : undefined;
    });
  });

  it('ask for a confirmation before they are no longer required', async () => {
    const { asana } = demo.integrations;
    await prisma.integration.update({ where: { id: asana.id }, data: { requireSignatures: true } });
    const page = await stack.signedIn('owner', { mayReport: '403 (Forbidden)' });
    await page.goto(pageOf(asana));
    await prisma.session.updateMany({ data: { confirmedAt: new Date(Date.now() - 10 * 60_000) } });
    await page.getByLabel('Require signatures').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password').fill(demo.users.owner.password);
    expect(await prisma.integration.findUnique({ where: { id: asana.id } })).toMatchObject({
      requireSignatures: true,
    });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Signatures are no longer required').waitFor();
  });

  it('are shown as partly enforced where some addresses accept unsigned requests', async () => {
    const { jenkins } = demo.integrations;
    const page = await stack.signedIn('owner', { viewport: PHONE });
    await page.goto(pageOf(jenkins));
    await page.getByText('Partly signed').waitFor();
    await page.getByText(/except at .*\/webhooks\/ci/).waitFor();
    expect([...(await overflow(page)), ...(await barriers(page, 'main'))]).toEqual([]);
  });

  it('are not offered for a tool that does not sign', async () => {
    const page = await stack.signedIn('owner');
    await page.goto(pageOf(demo.integrations.perforce));
    await page.getByText('URL and credentials').waitFor();
    expect(await page.getByLabel('Require signatures').count()).toBe(0);
  });
});

describe('the tokens that were replaced', () => {
  it('are listed with their ends, and can be revoked together', async () => {
    const { perforce } = demo.integrations;
    const page = await stack.signedIn('owner');
    await page.goto(pageOf(perforce));
    for (const time of ['Works for 7 days', 'Works for 1 hour']) {
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.getByLabel(time).check();
      await page.getByRole('button', { name: 'Create new token' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
    }
    expect(await page.getByText('A previous token stops working').count()).toBe(2);
    expect([...(await overflow(page)), ...(await barriers(page, 'main'))]).toEqual([]);
    await page.getByRole('button', { name: 'Revoke them now' }).click();
    await page.getByText('A previous token stops working').first().waitFor({ state: 'detached' });
  });
});

describe('the server of a Jenkins integration', () => {
  it('can be changed after a warning that this removes the stored API token', async () => {
    const { jenkins } = demo.integrations;
    const page = await stack.signedIn('owner');
    await page.goto(pageOf(jenkins));
    await page.getByLabel('Server URL').fill('https://jenkins.invalid/ci/');
    await page.getByLabel('User', { exact: true }).fill('bot');
    await page.getByLabel('API token').fill('11abcdef');
    await page.getByRole('button', { name: 'Save and test' }).click();
    const tokens = () => prisma.integrationSecret.count({ where: { integrationId: jenkins.id, purpose: 'api' } });
    await eventually('the token is stored', async () => ((await tokens()) === 1 ? true : undefined));
    await page.getByPlaceholder('Set; enter a new one to replace it').waitFor();
    await page.getByLabel('Server URL').fill('https://jenkins.invalid/other/');
    expect(await page.getByText(/Saving removes/).count()).toBe(0);
    await page.getByLabel('Server URL').fill('https://elsewhere.invalid/');
    await page
      .getByText(/Saving removes the stored API token, which was entered for https:\/\/jenkins\.invalid/)
      .waitFor();
    expect(await tokens()).toBe(1);
    await page.getByRole('button', { name: 'Save and test' }).click();
    await eventually('the token is removed', async () => ((await tokens()) === 0 ? true : undefined));
  });
});
