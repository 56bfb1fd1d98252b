import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, openPage } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

describe('saved views', () => {
  it('are saved with a name, shared, renamed and deleted', async () => {
    const page = await openPage(`/projects/${main}/builds?status=failed&build_type=unreal`);
    const views = page.getByRole('group', { name: 'Saved views' });
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Red Unreal builds');
    await page.getByLabel('Share with the project').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await views.getByRole('button', { name: 'Red Unreal builds', pressed: true }).waitFor();

    const other = await openPage(`/projects/${main}/builds`, 'owner');
    await other.getByRole('button', { name: /Red Unreal builds/ }).click();
    await other.waitForURL((url) => url.search === '?status=failed&build_type=unreal');
    expect([...(await overflow(other)), ...(await barriers(other))]).toEqual([]);

    await views.getByRole('button', { name: 'Actions for “Red Unreal builds”' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Red builds');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await views.getByRole('button', { name: 'Actions for “Red builds”' }).click();
    await page.getByRole('menuitem', { name: 'Stop sharing' }).click();
    await eventually('only its owner sees it', () =>
      prisma.savedView
        .findFirst({ where: { projectId: main, name: 'Red builds', isShared: false } })
        .then((v) => v ?? undefined),
    );
    await views.getByRole('button', { name: 'Actions for “Red builds”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await eventually('it is deleted', async () =>
      (await prisma.savedView.count({ where: { projectId: main } })) === 0 ? true : undefined,
    );
    await page.getByRole('button', { name: 'Save view' }).waitFor();
  });

  it.each([
    ['/approvals?asset_type=texture', 'Textures'],
    ['/feed?event_types=build_run.failed', 'Red builds'],
    ['/deliveries?outcome=dead', 'Dead letters'],
  ])('work on %s, for the whole account', async (path, name) => {
    const page = await openPage(path);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Share with the account').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const views = page.getByRole('group', { name: 'Saved views' });
    await views.getByRole('button', { name: new RegExp(name), pressed: true }).waitFor();

    const other = await openPage(path.split('?')[0] as string, 'owner', { viewport: PHONE, colorScheme: 'dark' });
    await other.getByRole('button', { name: new RegExp(name) }).click();
    await other.waitForURL((url) => `${url.pathname}${url.search}` === path);
    expect([...(await overflow(other)), ...(await barriers(other))]).toEqual([]);
  });

  it('fit a phone', async () => {
    await prisma.savedView.create({
      data: {
        projectId: main,
        userId: demo.users.member.id,
        list: 'tasks',
        name: 'Mine',
        filters: { priority: 'high' },
      },
    });
    const page = await openPage(`/projects/${main}/tasks?view=list`, 'member', {
      viewport: PHONE,
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'Mine' }).click();
    await page.waitForURL((url) => url.search === '?priority=high');
    expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  });
});
