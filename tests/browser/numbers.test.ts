import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, openPage } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;
const accountId = demo.accounts.studio.id;

describe('the metrics page', () => {
  const metrics = (query = '') => openPage(`/insights?project=${main}&days=90${query}`, 'owner');
  const chart = (page: Page, label: string) => page.getByRole('slider', { name: `${label} by day` });

  /** Moves to a day whose description matches, from the last day on. */
  async function moveToDay(page: Page, label: string, description: RegExp): Promise<void> {
    await chart(page, label).focus();
    await page.keyboard.press('End');
    for (let day = 0; day < 90; day += 1) {
      if (description.test((await chart(page, label).getAttribute('aria-valuetext')) ?? '')) return;
      await page.keyboard.press('ArrowLeft');
    }
    throw new Error(`no day of “${label}” matches ${description}`);
  }

  it('plots the failure rate; the keyboard reads each day and opens the deployments behind it, at a separate address', async () => {
    const page = await metrics();
    await moveToDay(page, 'Change failure rate', /Failure rate 100% \(1 of 1\)/);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Change failure rate' });
    await panel.getByText(/^1 deployment on \d{4}-\d{2}-\d{2}$/).waitFor();
    expect(await panel.getByRole('table', { name: 'Deployments' }).getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('rows')).toMatch(/^failures:\d{4}-\d{2}-\d{2}$/);
    await page.reload();
    await page.getByText(/^1 deployment on /).waitFor();
  });

  it('shows empty days and the values of the period before under the pointer', async () => {
    const page = await metrics();
    const frequency = chart(page, 'Deployments that went live');
    await moveToDay(page, 'Deployments that went live', /Went live 0, 90 days earlier 0$/);
    const box = await frequency.boundingBox();
    if (box === null) throw new Error('the chart is not visible');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await frequency.getByText(/^\w+, \w+ \d+$/).waitFor();
    await page.getByText('Nothing in the 90 days before').first().waitFor();
  });

  it('measures one job, the main job first; a day leads to the builds that finished on it', async () => {
    const page = await metrics();
    const job = page.getByRole('combobox', { name: 'Job' });
    await job.waitFor();
    expect(await job.inputValue()).toBe('undertow-editor-win64');
    await job.selectOption('companion-ios');
    await page.waitForURL(/job=companion-ios/);
    const panel = page.getByRole('region', { name: 'Build duration' });
    await panel.getByText('Passing builds by day').click();
    await panel.locator('a[href*=companion-ios]').first().click();
    await page.waitForURL(/day=[^&]*20\d\d-/);
    await page.getByText(/^Builds that finished on .+ Days are in your time zone/).waitFor();
    const builds = page.getByRole('table', { name: 'Builds', exact: true });
    await builds.getByText('companion-ios').first().waitFor();
  });

  it('lists an outage once, however many builds failed, and only jobs that are flaky', async () => {
    const page = await metrics();
    const outages = page.getByRole('region', { name: 'Time to restore' });
    await outages.getByText(/^\d+ outages, \d+ not over$/).click();
    const link = outages.getByRole('row', { name: /undertow-editor-win64/ }).first();
    // The job has been broken for three builds.
    expect(await link.getByRole('cell').allTextContents()).toEqual(expect.arrayContaining(['Not yet', '3']));
    const flaky = page.getByRole('table', { name: 'Flaky jobs' }).getByRole('row');
    expect(await flaky.count()).toBe(2);
    await flaky.getByRole('link', { name: 'undertow-automation-tests' }).waitFor();
  });

  it('fits a phone, and axe finds no barrier', async () => {
    const page = await openPage(`/insights?project=${main}&rows=outages`, 'owner', { viewport: PHONE });
    await page.getByRole('table', { name: 'Outages' }).waitFor();
    expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  });
});

describe('the builds list', () => {
  it('never calls a failed build fast, and says when an investigation found no cause', async () => {
    const build = await prisma.buildRun.findFirstOrThrow({
      where: { projectId: main, status: 'failed', hasLog: false },
    });
    await prisma.investigation.create({
      data: {
        accountId,
        projectId: main,
        buildRunId: build.id,
        status: 'completed',
        creditsCharged: 1,
        chargedOn: new Date(),
        diagnosis: 'The build was reported without a log.',
        confidence: 0.2,
      },
    });
    const page = await openPage(`/projects/${main}/builds?status=failed`, 'owner');
    const rows = page.getByRole('table', { name: 'Builds', exact: true }).getByRole('row');
    const row = rows.filter({ hasText: build.jobName }).filter({ hasText: `#${build.buildNumber}` });
    await row.getByText('No cause found').waitFor();
    expect(await rows.filter({ hasText: /faster|slower|median/ }).count()).toBe(0);
  });
});

describe('times', () => {
  it('a deployment has the same age on Home, on the deployments page and in the feed', async () => {
    const deployment = await prisma.deployment.findFirstOrThrow({
      where: { projectId: main, status: 'in_review' },
      orderBy: { createdAt: 'desc' },
    });
    const page = await openPage('/', 'owner');
    for (const path of ['/', `/projects/${main}/deployments`, '/feed?event_types=deployment.*']) {
      await page.goto(path);
      const link = page.locator(`a[href$="/deployments/${deployment.id}"]`).first();
      const row = page.locator('li, article').filter({ has: link }).last();
      await row.waitFor();
      expect([path, await row.locator('time').getAttribute('datetime')]).toEqual([
        path,
        deployment.createdAt.toISOString(),
      ]);
    }
  });

  it.each([
    ['Builds', `/projects/${main}/builds`],
    ['Changes', `/projects/${main}/changes`],
    ['Tasks', `/projects/${main}/tasks?view=list`],
    ['Assets', `/projects/${main}/assets`],
    ['Tracker items', `/projects/${main}/references`],
    ['Deployments', `/projects/${main}/deployments?status=live`],
  ])('%s are in the order of the time they show', async (label, path) => {
    const page = await openPage(path, 'owner');
    const times = page.getByRole('table', { name: label, exact: true }).locator('time');
    await times.first().waitFor();
    const shown = await times.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('datetime')),
    );
    expect(shown.length).toBeGreaterThan(3);
    expect(shown).toEqual(shown.toSorted().toReversed());
  });
});

describe('names and numbers', () => {
  it('people have their own name, not their login', async () => {
    const page = await openPage('/approvals', 'owner');
    const queue = page.getByRole('table', { name: 'Waiting approvals' });
    await queue
      .getByText(/Jonas Weir|Maren Holt|Priya Nair/)
      .first()
      .waitFor();
    expect(await queue.getByText(/mholt|jweir|pnair|build-?bot/).count()).toBe(0);
  });

  it('large numbers have separators', async () => {
    const asset = await prisma.asset.findFirstOrThrow({ where: { projectId: main } });
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: randomUUID(), commitSha: `number-${index}` }));
    const shared = { accountId, projectId: main, assetId: asset.id, assetVersion: 1 };
    const before = await prisma.approval.findMany({
      where: { accountId, status: 'pending' },
      distinct: ['projectId', 'commitSha'],
    });
    await prisma.approval.createMany({ data: rows.map((row) => ({ ...row, ...shared })) });
    const page = await openPage('/approvals', 'owner');
    const shown = new Intl.NumberFormat('en-US').format(before.length + rows.length);
    await page.getByRole('navigation').getByText(shown, { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Approvals to show' }).getByText(shown, { exact: true }).waitFor();
    await prisma.approval.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
  });
});
