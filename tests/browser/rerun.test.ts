import { expect, it } from '@jest/globals';
import { factories } from '@slipway/testing';
import { LOCAL_JENKINS, rerunnableBuilds } from '../rerunnable-build.js';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack(LOCAL_JENKINS);
const { demo, database } = stack;
const { build, started } = await rerunnableBuilds({ database, make: factories(database) });
const project = { id: demo.projects.main, accountId: demo.accounts.studio.id };
const pageOf = (id: string) => `/projects/${project.id}/builds/${id}`;

it('a member runs a build again after a confirmation that names the job and the tool', async () => {
  const { id, number } = await build(project);
  const page = await stack.openPage(pageOf(id), 'member', { viewport: PHONE });
  await page.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog', { name: `Run Harbor-Rerun #${number} again?` });
  await dialog.getByText('Jenkins starts a new build with the same parameters.').waitFor();
  expect([await barriers(page, '[role=dialog]'), await overflow(page)]).toEqual([[], []]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(started()).toBe(0);
  await page.getByRole('button', { name: 'Run again' }).click();
  await dialog.getByRole('button', { name: 'Run again in Jenkins' }).click();
  await page.getByText('Jenkins was asked to run the build again.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(started()).toBe(1);
});

it('a refusal of the tool stays in the dialog, in words', async () => {
  const { id, integrationId } = await build(project);
  await database.prisma.integration.update({
    where: { id: integrationId },
    data: { config: { server_url: 'http://10.1.2.3/', username: 'slipway' } },
  });
  const page = await stack.openPage(pageOf(id), 'member', { mayReport: '502' });
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('button', { name: 'Run again in Jenkins' }).click();
  await page.getByRole('dialog').getByText('must be allowed by JENKINS_ALLOWED_NETWORKS').waitFor();
});

it('without credentials the button says why it is disabled, and leads owners to the settings', async () => {
  const { id, integrationId } = await build(project, { isConnected: false });
  const page = await stack.openPage(pageOf(id), 'owner');
  const button = page.getByRole('button', { name: 'Run again' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await page.getByText('The integration has no credentials for Jenkins.').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Add credentials' }).click();
  await page.waitForURL(`**/integrations/${integrationId}#jenkins-server`);
  const other = await stack.openPage(pageOf(id), 'member');
  await other.getByRole('button', { name: 'Run again' }).waitFor();
  expect(await other.getByRole('link', { name: 'Add credentials' }).count()).toBe(0);
});
