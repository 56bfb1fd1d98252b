import { expect, it } from '@jest/globals';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, database } = stack;
const failed = await database.prisma.investigation.findFirstOrThrow({
  where: { projectId: demo.projects.main, status: 'completed', confidence: { gt: 0.8 } },
  orderBy: { id: 'asc' },
});
const { line } = await database.prisma.buildDiagnosis.findUniqueOrThrow({
  where: { buildRunId: failed.buildRunId },
});
const address = `/projects/${demo.projects.main}/builds/${failed.buildRunId}`;

it('a member confirms a finding, corrects it, refuses it, and sees it follow', async () => {
  const page = await stack.openPage(address, 'member', { viewport: PHONE });
  await page.getByRole('button', { name: 'This is the cause' }).click();
  await page.getByText('A person confirmed this.').waitFor();
  await page.getByRole('button', { name: 'Another line…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which line is the cause?' });
  expect([await barriers(page, '[role=dialog]'), await overflow(page)]).toEqual([[], []]);
  await dialog.getByLabel('Line of the log').fill(String((line ?? 1) + 1));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A person named this line.').waitFor();
  await page.getByRole('button', { name: 'Not the cause' }).click();
  await page.getByText('the line named before is not the cause').waitFor();
  await page.getByRole('button', { name: 'Not our failure' }).click();
  await page.getByText('the project did not cause this failure').waitFor();
});
