import { expect, it } from '@jest/globals';
import { startStack } from './stack.js';

const { demo, database, openPage } = await startStack({ BUILD_RETENTION_DAYS: '365' });
const projectPage = `/projects/${demo.projects.main}/settings`;

it('an owner holds a project and keeps less of it, and the page of the account says so', async () => {
  const page = await openPage(projectPage, 'owner');
  const panel = page.locator('#retention');
  await panel.getByLabel('Build logs').fill('120');
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('What is older is deleted within a day').waitFor();
  await panel.getByRole('button', { name: 'Set a hold' }).click();
  await page.getByLabel('Reason').fill('Case 24-1187: keep everything until counsel agrees.');
  await page.getByRole('button', { name: 'Set the hold' }).click();
  await panel.getByText('Under a legal hold').waitFor();
  await page.goto('/settings/retention');
  await page.getByText('Build logs: 120 days').waitFor();
  await page.getByText('Reason: Case 24-1187').waitFor();
  await page.getByText('BUILD_RETENTION_DAYS').last().waitFor();
  expect(await database.prisma.legalHold.count()).toBe(1);
});

it('a member sees what is held, but neither the reason nor a way to change it', async () => {
  const page = await openPage('/settings/retention', 'member');
  await page.getByText('Under a legal hold since').waitFor();
  expect(await page.getByText('Case 24-1187').count()).toBe(0);
  expect(await page.getByRole('button', { name: /hold/ }).count()).toBe(0);
});
