import { describe, expect, it } from '@jest/globals';
import { startStack } from './stack.js';

const stack = await startStack();
const { demo, openPage } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

describe('the page of a problem', () => {
  it('lets people take it with one click, snooze it, and end the snooze', async () => {
    const { id } = await prisma.problem.findFirstOrThrow({
      where: { projectId: main, state: 'open' },
      orderBy: { lastSeenAt: 'desc' },
    });
    await prisma.problem.update({ where: { id }, data: { assigneeUserId: null } });
    const page = await openPage(`/projects/${main}/problems/${id}`);
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.getByText(/^Waits for .+, who has taken it\.$/).waitFor();
    await page.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'Until it fails on a newer revision' }).click();
    await page.getByText(/^Snoozed until it fails on a newer revision, at the latest /).waitFor();
    await page.goto(`/projects/${main}/problems`);
    await page
      .getByText(/Snoozed until it fails on a newer revision/)
      .first()
      .waitFor();
    await page.goto(`/projects/${main}/problems/${id}`);
    await page.getByRole('button', { name: 'End snooze' }).click();
    await page.getByText('Snooze ended.').waitFor();
    expect(await prisma.problem.findUniqueOrThrow({ where: { id } })).toMatchObject({
      snoozedUntil: null,
      assigneeUserId: demo.users.owner.id,
    });
  });
});

describe('the page of ownership rules', () => {
  it('shows what is wrong with pasted rules, saves them, and says who owns a path', async () => {
    const page = await openPage(`/projects/${main}/ownership`);
    await page.getByLabel('Ownership rules').fill('/Source/Fog/ @nobody-here');
    await page.getByText(/@nobody-here is no group of this account/).waitFor();
    const { slug, name } = await prisma.accountGroup.findFirstOrThrow({
      where: { accountId: demo.accounts.studio.id },
    });
    await page.getByLabel('Ownership rules').fill(`/Source/Fog/ @${slug}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').fill('Source/Fog/Fog.cpp');
    const answer = page.getByRole('status').filter({ hasText: 'by line 1: /Source/Fog/' });
    await answer.waitFor();
    expect(await answer.textContent()).toContain(name);
  });
});

describe('the page of groups', () => {
  it('creates a group with members who take turns, and lets them swap a week', async () => {
    const page = await openPage('/settings/groups');
    await page.getByRole('button', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Night shift');
    for (const userId of [demo.users.owner.id, demo.users.member.id])
      await dialog.getByLabel('Add a member').selectOption(String(userId));
    await dialog.getByLabel('Take turns on call').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { id } = await prisma.accountGroup.findFirstOrThrow({ where: { name: 'Night shift' } });
    const weeks = page
      .getByRole('region', { name: 'Night shift' })
      .getByRole('combobox', { name: /^On call in the week of/ });
    await weeks.first().selectOption(String(demo.users.member.id));
    await page.getByText('Saved.').waitFor();
    expect(await prisma.groupSwap.findMany({ where: { groupId: id } })).toMatchObject([
      { userId: demo.users.member.id },
    ]);
  });
});
