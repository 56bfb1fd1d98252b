import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import type { Page } from 'playwright-core';
import { overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

/** A failed build whose cause an investigation found in a source file. */
const build = await prisma.buildRun.findFirstOrThrow({
  where: {
    projectId: main,
    status: 'failed',
    hasLog: true,
    investigations: { some: { status: 'completed', category: 'compile' } },
  },
});
const { evidence, suggestedFix } = await prisma.investigation.findFirstOrThrow({
  where: { buildRunId: build.id, status: 'completed' },
});
const [key] = evidence as { line: number; text: string }[];
const buildPath = `/projects/${main}/builds/${build.id}`;

const log = (page: Page) => page.getByRole('region', { name: 'Build log' });

describe('the page of a failed build', () => {
  it('starts with the error itself, and creates a task for it', async () => {
    const page = await stack.signedIn('owner');
    await page.goto(buildPath);
    const message = key?.text.split(/: (?:fatal )?error[^:]*: /)[1] ?? '';
    expect(message).not.toBe('');
    await page.getByText(message, { exact: false }).first().waitFor();
    expect(await page.getByText(suggestedFix ?? '').count()).toBe(1);
    await page.getByRole('button', { name: 'Create task' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Title').inputValue()).toContain(message);
    expect(await dialog.getByLabel('Description').inputValue()).toContain(`${stack.baseUrl}${buildPath}`);
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.waitForURL(/\/tasks\/\d+$/);
    const task = await prisma.task.findFirstOrThrow({ where: { projectId: main }, orderBy: { id: 'desc' } });
    expect(task).toMatchObject({ taskType: 'bug' });
    expect(task.title).toContain(message);
  });

  it('lists the suspects first among the changes', async () => {
    const page = await stack.signedIn('member');
    await page.goto(buildPath);
    const changes = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Changes since/ }) });
    await changes.getByText('Suspect').first().waitFor();
    expect(await changes.getByRole('listitem').first().textContent()).toContain('Suspect');
  });
});

describe('the log viewer', () => {
  it('shows times in a column that can be hidden, and colors every error line', async () => {
    const page = await stack.signedIn('member');
    await page.goto(`${buildPath}#L${key?.line}`);
    const clock = log(page).locator('[title^="[20"]').first();
    await clock.waitFor();
    await page.getByRole('button', { name: 'Times' }).click();
    await clock.waitFor({ state: 'detached' });
    await log(page).locator('span.text-bad').first().waitFor();
  });

  it('keeps the line of a shared link through sign-in', async () => {
    const page = await stack.newPage({ mayReport: '422' });
    await page.goto(`${buildPath}#L12`);
    await page.waitForURL(/\/sign-in/);
    const { email, password } = demo.users.member;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Incorrect email address or password.').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**${buildPath}#L12`);
    await log(page).getByLabel('Line 12', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
  });

  it('says where a log was cut, and wraps lines on a phone', async () => {
    await prisma.buildLog.update({ where: { buildRunId: build.id }, data: { truncated: true } });
    const page = await stack.signedIn('member', { viewport: PHONE });
    await page.goto(`${buildPath}#L1`);
    await page.getByText('Output before this line was cut.').waitFor();
    await page.getByRole('button', { name: 'Wrapped' }).waitFor();
    expect(await overflow(page)).toEqual([]);
    await prisma.buildLog.update({ where: { buildRunId: build.id }, data: { truncated: false } });
  });
});

describe('the comparison of two builds', () => {
  it('opens from a build’s page, shows new log lines and changes, and marks the suspects', async () => {
    const page = await stack.signedIn('member');
    await page.goto(buildPath);
    await page.getByRole('link', { name: /^Compare with #/ }).click();
    await page.waitForURL(/\/builds\/compare\?before=\d+&after=\d+/);
    await page.getByRole('heading', { name: 'New in the later log' }).waitFor();
    await page
      .getByRole('link', { name: /^Show line \d+ in the log/ })
      .first()
      .waitFor();
    await page.getByText('Suspect', { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: 'Changes between them' }).waitFor();
    expect(await overflow(page)).toEqual([]);
  });

  it('shows how long each step took in both', async () => {
    const page = await stack.signedIn('member');
    const { id } = await prisma.buildRun.findFirstOrThrow({
      where: { projectId: main, status: 'failed', steps: { some: {} } },
      orderBy: { id: 'desc' },
    });
    await page.goto(`/projects/${main}/builds/${id}`);
    await page.getByRole('link', { name: /^Compare with #/ }).click();
    await page.getByRole('columnheader', { name: 'Difference' }).waitFor();
  });

  it('is offered only with a build that passed before', async () => {
    const first = await prisma.buildRun.findFirstOrThrow({ where: { id: build.id } });
    const { id: _, fieldWeights, expectedSuites, ...fields } = first;
    const alone = { ...fields, fieldWeights: {}, expectedSuites: [], buildNumber: 'alone', branch: 'never-passed', hasLog: false };
    const { id } = await prisma.buildRun.create({ data: alone });
    const page = await stack.signedIn('member');
    await page.goto(`/projects/${main}/builds/${id}`);
    await page.getByText('No earlier passing build of this job on this branch.').waitFor();
    expect(await page.getByRole('link', { name: /^Compare with #/ }).count()).toBe(0);
    await prisma.buildRun.delete({ where: { id } });
  });
});

describe('the list of changes', () => {
  it('shows the state of builds, and finds changes by message and author', async () => {
    const change = await prisma.change.findFirstOrThrow({
      where: { projectId: main, orphanedAt: null, authorUserId: demo.users.member.id },
      orderBy: { timestamp: 'desc' },
    });
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: demo.users.member.id } });
    const page = await stack.signedIn('owner');
    await page.goto(`/projects/${main}/changes`);
    await page.getByLabel('Any author').selectOption(name);
    await page.waitForURL(/author=/);
    const subject = change.description.split('\n')[0] ?? '';
    await page.getByLabel('Message, SHA or CL').fill(subject);
    await page.getByRole('link', { name: subject }).first().waitFor();
    await page.goto(`/projects/${main}/changes`);
    await page
      .getByRole('link', { name: /^(?:Passed|Failed): / })
      .first()
      .waitFor();
  });
});

describe('a change with many approvals', () => {
  it('is decided as a whole', async () => {
    const project = { accountId: demo.accounts.studio.id, projectId: main };
    const assets = Array.from({ length: 30 }, (_, index) => ({
      ...project,
      name: `T_Bulk_${index}`,
      path: `Content/Bulk/T_Bulk_${index}.uasset`,
      assetType: 'texture' as const,
      approvalStatus: 'pending' as const,
    }));
    await prisma.asset.createMany({ data: assets });
    const made = await prisma.asset.findMany({
      where: { projectId: main, path: { startsWith: 'Content/Bulk/' } },
    });
    await prisma.approval.createMany({
      data: made.map(({ id }) => ({ ...project, assetId: id, commitSha: '990001', assetVersion: 1 })),
    });
    const page = await stack.signedIn('owner');
    await page.goto('/approvals');
    const row = page
      .getByRole('list', { name: 'Changes with several assets' })
      .getByRole('listitem')
      .filter({ hasText: '990001' });
    await row.getByText('30 assets').waitFor();
    expect(await page.getByText('T_Bulk_0', { exact: true }).count()).toBe(0);
    await row.getByRole('button', { name: 'Decide on all' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await eventually('all are approved', async () => {
      const left = await prisma.approval.count({ where: { commitSha: '990001', status: 'pending' } });
      return left === 0 ? true : undefined;
    });
    await row.waitFor({ state: 'detached' });
  });
});
