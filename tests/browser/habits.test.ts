import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import type { Page } from 'playwright-core';
import { barriers, overflow } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, openPage } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

const builds = (page: Page) => page.getByRole('table', { name: 'Builds', exact: true });
const scrolledTo = (page: Page) => page.evaluate<number>('Math.round(scrollY)');

/** Waits until the page has drawn what it rendered; the router then follows where the reader scrolls. */
const painted = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

describe('a list', () => {
  it('has column headings that stay in view, and says by which column it is sorted', async () => {
    const page = await openPage(`/projects/${main}/builds`);
    await builds(page).waitFor();
    const headings = builds(page).getByRole('columnheader');
    expect(await headings.allInnerTexts()).toEqual(
      expect.arrayContaining(['Build', 'Branch and change', 'Started by', 'Duration', 'Reported']),
    );
    const cells = builds(page).getByRole('row').nth(1).getByRole('cell');
    expect(await cells.count()).toBe(await headings.count());
    expect(await builds(page).locator('[aria-sort]').textContent()).toBe('Reported');
    await page.evaluate('scrollTo(0, 1200)');
    const header = await builds(page).locator('thead').boundingBox();
    const bar = await page.getByRole('banner').boundingBox();
    expect(header?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
  });

  it('keeps its filters and its place when Back returns to it; each filter is a step back', async () => {
    const page = await openPage(`/projects/${main}/builds`);
    await builds(page).waitFor();
    await page.getByRole('combobox', { name: 'Any status' }).selectOption('completed');
    await page.waitForURL(/status=completed/);
    await page.getByRole('combobox', { name: 'Any type' }).selectOption('unreal');
    await page.waitForURL(/build_type=unreal/);
    await builds(page).getByRole('row').nth(12).waitFor();
    await painted(page);
    await page.evaluate('scrollTo(0, 420)');
    const link = builds(page).getByRole('row').nth(12).getByRole('link').first();
    const path = await link.getAttribute('href');
    await link.focus();
    await painted(page);
    const place = await scrolledTo(page);
    expect(place).toBeGreaterThan(200);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1, name: /#/ }).waitFor();
    await page.goBack();
    await page.waitForURL(/status=completed&build_type=unreal/);
    await eventually('the list is where it was', async () =>
      (await scrolledTo(page)) === place ? true : undefined,
    );
    await page.goBack();
    await page.waitForURL((url) => url.search === '?status=completed');
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    expect(await page.getByRole('combobox', { name: 'Any status' }).inputValue()).toBe('');
  });

  it('takes what is typed into a text filter as one step, and Back empties the field', async () => {
    const page = await openPage(`/projects/${main}/assets`);
    const field = page.getByRole('searchbox', { name: 'Path contains' });
    await field.pressSequentially('bo', { delay: 20 });
    await page.waitForURL(/q=bo$/);
    await field.pressSequentially('at', { delay: 20 });
    await page.waitForURL(/q=boat$/);
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    expect(await field.inputValue()).toBe('');
  });
});

describe('an address without a page', () => {
  it.each([
    ['Project not found', '/projects/999999/builds'],
    ['Project not found', '/projects/999999/builds/1'],
    ['Build not found', `/projects/${main}/builds/999999999`],
    ['Change not found', `/projects/${main}/changes/999999999`],
    ['Task not found', `/projects/${main}/tasks/999999999`],
    ['Asset not found', `/projects/${main}/assets/00000000-0000-7000-8000-000000000000`],
  ])('says “%s” at %s, and leads on', async (title, path) => {
    const page = await openPage(path, 'member', { mayReport: '404' });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
    const record = /(builds|changes|tasks|assets)\/[^/]+$/.exec(path)?.[1];
    const isRecord = !path.includes('999999/') && record !== undefined;
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Go to / })
      .click();
    await page.waitForURL((url) => url.pathname === (isRecord ? `/projects/${main}/${record}` : '/'));
  });
});

describe('a link to a section of a page', () => {
  it('leads there after signing in, once the section is loaded', async () => {
    const page = await stack.newPage();
    await page.goto(`/projects/${main}/settings#preview-hosts`);
    await page.getByLabel('Email').fill(demo.users.owner.email);
    await page.getByLabel('Password').fill(demo.users.owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const heading = page.getByRole('heading', { name: 'Preview hosts' });
    await heading.waitFor();
    const bar = await page.getByRole('banner').boundingBox();
    await eventually('the section is below the top bar', async () => {
      const { y = 0 } = (await heading.boundingBox()) ?? {};
      return y > (bar?.height ?? 0) && y < 200 ? true : undefined;
    });
  });
});

describe('a form', () => {
  it('shows at the field why its value was refused, and moves the focus there', async () => {
    const page = await openPage(`/projects/${main}/settings`, 'owner', { mayReport: '422' });
    const hosts = page.getByLabel('Hosts');
    await hosts.fill('https://cdn.example.com');
    await page.locator('#preview-hosts').getByRole('button', { name: 'Save' }).click();
    const note = page.getByText(/^Hosts must be host names such as/);
    await note.waitFor();
    expect(await hosts.getAttribute('aria-invalid')).toBe('true');
    expect(await hosts.getAttribute('aria-describedby')).toBe(await note.getAttribute('id'));
    await page.locator('textarea:focus').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('the command menu', () => {
  const field = (page: Page) => page.getByPlaceholder(/^Build number/);

  it('shows recent pages first', async () => {
    const page = await openPage(`/projects/${main}/deployments`);
    await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor();
    await page.goto('/feed');
    await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.locator('[role=option][aria-selected=true]', { hasText: 'Deployments' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/${main}/deployments`);
  });

  it.each([
    ['approve', '/approvals'],
    ['invite', '/settings/members'],
    ['export', '/settings/account'],
    ['rotate', `/projects/${main}/integrations`],
    ['compare', `/projects/${main}/builds/compare`],
  ])('finds the page for the verb “%s”', async (verb, path) => {
    const page = await openPage(`/projects/${main}/members`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill(verb);
    await page.locator('[role=option][aria-selected=true]', { hasText: new RegExp(verb, 'i') }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === path);
  });
});

describe('Home', () => {
  it('shows my tasks, approvals requested from me and builds with my changes', async () => {
    const page = await openPage('/');
    const work = page.locator('section').filter({ has: page.getByRole('heading', { name: 'My work' }) });
    const task = await prisma.task.findFirstOrThrow({
      where: { accountId: demo.accounts.studio.id, userId: demo.users.member.id, state: { not: 'completed' } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    await work.getByRole('region', { name: 'Tasks' }).getByText(task.title).waitFor();
    await work.getByRole('region', { name: 'Approvals requested from you' }).getByRole('link').first().waitFor();
    const own = work.getByRole('region', { name: 'Builds with your changes' }).locator('a').first();
    await own.click();
    await page.waitForURL(/\/projects\/\d+\/builds\/\d+$/);
  });
});

describe('asset previews', () => {
  const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.setHeader('content-type', 'image/png').end(PIXEL);
  }).listen(0, '127.0.0.1');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('are loaded by the browser from allowed hosts only, before and after', async () => {
    const { port } = server.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    const asset = await prisma.asset.findFirstOrThrow({ where: { projectId: main, assetType: 'texture' } });
    const shared = { accountId: asset.accountId, projectId: main, assetId: asset.id, integrationId: 1 };
    const event = (version: number) => ({
      ...shared,
      provider: 'game_engine',
      kind: 'updated' as const,
      version,
      source: `cook:preview${version}@`,
      occurredAt: new Date(Date.now() + version * 1000),
      previewUrl: `http://${host}/v${version}.png`,
    });
    await prisma.assetEvent.createMany({ data: [event(901), event(902)] });
    const path = `/projects/${main}/assets/${asset.id}`;

    const member = await openPage(path);
    await member.getByText(`Previews from ${host} are not allowed.`).first().waitFor();
    await member.getByText('An owner can allow them in the project settings.').first().waitFor();
    expect(requests).toEqual([]);

    const page = await openPage(path, 'owner', { mayReport: host });
    await page.getByRole('link', { name: 'project settings' }).first().click();
    await page.getByLabel('Hosts').fill(host);
    await page.locator('#preview-hosts').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Preview hosts saved.').waitFor();
    await page.goto(path);
    await page.getByRole('img', { name: /^Version 902 of/ }).waitFor();
    await eventually('both pictures are loaded', async () => {
      const widths = await page.evaluate<number[]>(
        `[...document.querySelectorAll('figure img')].map(({ naturalWidth }) => naturalWidth)`,
      );
      return widths.length === 2 && widths.every((width) => width === 1) ? true : undefined;
    });
    expect(new Set(requests)).toEqual(new Set(['/v901.png', '/v902.png']));
    expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  });
});

describe('the approval policy', () => {
  it('forbids approving one’s own changes once an owner checks the box', async () => {
    const page = await openPage(`/projects/${main}/settings`, 'owner');
    const box = page.getByLabel('Someone other than the author of a change must approve it');
    const save = page.locator('form', { has: box }).getByRole('button', { name: 'Save' });
    const saved = async () => (await prisma.project.findUniqueOrThrow({ where: { id: main } })).noSelfApproval;
    await box.check();
    await save.click();
    await eventually('it is forbidden', async () => ((await saved()) ? true : undefined));
    await page.reload();
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await save.click();
    await eventually('it is allowed again', async () => ((await saved()) ? undefined : true));
  });
});
