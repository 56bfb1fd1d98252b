import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import type { Page } from 'playwright-core';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, openPage } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

describe('the reviewer’s queue', () => {
  const pending = () =>
    prisma.approval.count({ where: { accountId: demo.accounts.studio.id, status: 'pending' } });
  const left = (count: number) =>
    eventually(`${count} approvals wait`, async () => ((await pending()) === count ? true : undefined));

  it('decides on a selection with a comment, and can undo the decision', async () => {
    const before = await pending();
    const page = await openPage('/approvals');
    await page.getByRole('table', { name: 'Waiting approvals' }).waitFor();
    for (const key of ['j', 'x', 'j', 'x', 'c']) await page.keyboard.press(key);
    await page.getByLabel('Comment').fill('Both too bright');
    await page.getByRole('dialog').getByRole('button', { name: /^Deny/ }).click();
    await left(before - 2);
    expect(await prisma.approval.count({ where: { comments: 'Both too bright', status: 'denied' } })).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await left(before);
  });

  it('keeps the focus in the list, so that repeated keys decide one item after another', async () => {
    const before = await pending();
    const page = await openPage('/approvals');
    await page.getByRole('table', { name: 'Waiting approvals' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('i');
    await left(before - 1);
    await page.keyboard.press('i');
    await left(before - 2);
  });
});

describe('the board', () => {
  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  async function openBoard() {
    const page = await openPage(`/projects/${main}/tasks`);
    const card = column(page, 'To do').locator('[data-task]').first();
    const id = Number(await card.getAttribute('data-task'));
    return { page, id, cardIn: (name: string) => column(page, name).locator(`[data-task="${id}"]`) };
  }

  const becomes = (id: number, state: string) =>
    eventually(`the task is ${state}`, async () =>
      (await prisma.task.findUniqueOrThrow({ where: { id } })).state === state ? true : undefined,
    );

  it('moves a card by keyboard, keeps the focus on it, and can undo', async () => {
    const { page, id, cardIn } = await openBoard();
    await cardIn('To do').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await cardIn('In progress').waitFor();
    await becomes(id, 'in_progress');
    await page.locator(`[data-task="${id}"]:focus`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(id, 'to_do');
  });

  it('moves a card by dragging', async () => {
    const { page, id, cardIn } = await openBoard();
    await cardIn('To do').dragTo(column(page, 'Blocked').getByRole('heading'));
    await cardIn('Blocked').waitFor();
    await becomes(id, 'blocked');
  });

  it('assigns a task to an agent that has no other task yet', async () => {
    const { page, id, cardIn } = await openBoard();
    await cardIn('To do').focus();
    await page.keyboard.press('a');
    await page.getByPlaceholder('Assignee').fill('night-shift');
    await page.keyboard.press('Enter');
    await cardIn('To do').getByText('@night-shift').waitFor();
    await eventually('the agent has it', async () => {
      const { assigneeHandle } = await prisma.task.findUniqueOrThrow({ where: { id } });
      return assigneeHandle === 'night-shift' ? true : undefined;
    });
  });
});

describe('the page of a task', () => {
  it('lists the builds of its changes with number and time', async () => {
    const links = await prisma.taskLink.findMany({ where: { projectId: main } });
    const changes = await prisma.change.findMany({ where: { id: { in: links.map(({ changeId }) => changeId) } } });
    const build = await prisma.buildRun.findFirstOrThrow({
      where: { projectId: main, changelist: { in: changes.map(({ identifier }) => identifier) } },
      orderBy: { createdAt: 'desc' },
    });
    const change = changes.find(({ identifier }) => identifier === build.changelist);
    const taskId = links.find(({ changeId }) => changeId === change?.id)?.taskId;
    const page = await openPage(`/projects/${main}/tasks/${taskId}`);
    const link = page.getByRole('link', { name: new RegExp(`${build.jobName} ?#${build.buildNumber}`) });
    await link.getByRole('time').waitFor();
    expect(await link.locator('time').getAttribute('datetime')).toBe(build.createdAt.toISOString());
  });
});

describe('the feed', () => {
  it('holds back new events until the reader asks for them', async () => {
    const page = await openPage('/feed');
    await page.getByRole('article').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const response = await fetch(`${stack.baseUrl}/api/v1/projects/${main}/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.tokens.full}`, 'content-type': 'application/json' },
      body: JSON.stringify({ task: { title: 'Seen at once' } }),
    });
    expect(response.status).toBe(201);
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('Seen at once moved to To do').waitFor();
  });

  it('j and k move, Enter opens', async () => {
    const page = await openPage('/feed');
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('[data-index="2"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/projects\/\d+\/\w+\//);
  });
});
