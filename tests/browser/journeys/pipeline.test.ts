import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { startStack } from '../stack.js';

const stack = await startStack();
const { demo } = stack;
const { prisma } = stack.database;
const { main } = demo.projects;

describe('a failed build', () => {
  it('can be investigated, and its page shows the cause as soon as it is found', async () => {
    const build = await prisma.buildRun.findFirstOrThrow({
      where: {
        projectId: main,
        status: 'failed',
        hasLog: true,
        jobName: 'undertow-editor-win64',
        investigations: { none: {} },
      },
      orderBy: { createdAt: 'desc' },
    });
    const page = await stack.signedIn('member');
    await page.goto(`/projects/${main}/builds/${build.id}`);
    await page.getByRole('button', { name: 'Investigate' }).click();
    await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
    const shown = await page.getByRole('main').textContent();
    expect(shown).toContain('The C++ compiler rejects the code in');
    const { attributedUserId } = await prisma.investigation.findFirstOrThrow({ where: { buildRunId: build.id } });
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: attributedUserId ?? 0 } });
    expect(shown).toContain(`Ask ${name} about`);
  });

  it('shows a log with links to single lines', async () => {
    const build = await prisma.buildRun.findFirstOrThrow({
      where: { projectId: main, status: 'failed', hasLog: true },
    });
    const { content } = await prisma.buildLog.findUniqueOrThrow({ where: { buildRunId: build.id } });
    const page = await stack.signedIn('member');
    await page.goto(`/projects/${main}/builds/${build.id}#L90`);
    // The viewer shows the time at the beginning of a line in a separate column.
    const line = content.split('\n')[89]?.trim().slice(-30) ?? '';
    await page.getByRole('region', { name: 'Build log' }).getByText(line).first().waitFor();
  });
});

describe('the reviewer’s queue', () => {
  it('approves the first asset by keyboard, with undo', async () => {
    const page = await stack.signedIn('owner');
    const waiting = () =>
      prisma.approval.count({ where: { accountId: demo.accounts.studio.id, status: 'pending' } });
    const before = await waiting();
    await page.goto('/approvals');
    await page
      .getByRole('button', { name: /^Approve / })
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await eventually('the asset is approved', async () => ((await waiting()) === before - 1 ? true : undefined));
    const approved = await prisma.approval.findFirstOrThrow({ orderBy: { updatedAt: 'desc' } });
    expect(approved).toMatchObject({ status: 'approved', approverUserId: demo.users.owner.id });
  });
});
