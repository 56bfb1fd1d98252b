import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, overflow, PHONE } from './barriers.js';
import { demoPages } from './pages.mjs';
import { startStack } from './stack.js';

const stack = await startStack();
const pages = await demoPages({ ...stack.demo, base_url: stack.baseUrl });
const LIMIT_MS = 300_000;
const LAPTOP = { width: 1440, height: 900 };

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.locator('[aria-busy="true"]');
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

// Pages share their parts. Therefore half of them are opened as on a laptop and half as on a phone, and axe, which
// takes seconds for a long page, examines every fourth.
const AXE_EVERY = 4;

it.each([
  { device: 'a laptop, light', first: 0, viewport: LAPTOP, colorScheme: 'light' },
  { device: 'a phone, dark', first: 1, viewport: PHONE, colorScheme: 'dark' },
] as const)(
  'every second page opens without an error and fits the screen of $device; many are checked by axe',
  async ({ first, viewport, colorScheme }) => {
    const page = await stack.signedIn('owner', { viewport, colorScheme });
    const problems: string[] = [];
    for (const [place, path] of pages.filter((_, index) => index % 2 === first).entries()) {
      await open(page, path);
      const found = [...(place % AXE_EVERY === 0 ? await barriers(page) : []), ...(await overflow(page))];
      if (viewport !== PHONE) {
        await page.setViewportSize(PHONE);
        found.push(...(await overflow(page)));
        await page.setViewportSize(viewport);
      }
      problems.push(...found.map((problem) => `${path} ${problem}`));
    }
    expect(problems).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'menus and dialogs pass axe, and the command menu opens a page',
  async () => {
    const { main } = stack.demo.projects;
    const page = await stack.signedIn('owner', { viewport: LAPTOP, colorScheme: 'dark' });
    const problems: string[] = [];
    const examine = async (role: 'dialog' | 'menu') => {
      await page.getByRole(role).waitFor();
      problems.push(...(await barriers(page, `[role=${role}]`)).map((problem) => `${role} ${problem}`));
    };
    await open(page, `/projects/${main}/tasks`);
    await page.getByRole('button', { name: 'New task' }).click();
    await examine('dialog');
    await open(page, `/projects/${main}/members`);
    await page.getByRole('button', { name: 'Add member' }).click();
    await examine('menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Build number/).fill('metrics');
    await examine('dialog');
    await page.getByPlaceholder(/^Build number/).focus();
    await page.locator('[role=option][aria-selected=true]', { hasText: 'Metrics' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/insights');
    expect(problems).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'a filter in the address that does not exist is ignored: the list opens without it',
  async () => {
    const ofProject = [
      'builds?status=x&day=x',
      'changes?source_type=x',
      'tasks?view=list&priority=x',
      'assets?status=x',
    ]
      .concat('references?state=', 'deployments?platform=x', 'problems?state=x', 'deliveries?outcome=x&period=x')
      .map((path) => `/projects/${stack.demo.projects.main}/${path}`);
    const ofAccount = [
      '/feed?event_types=x',
      '/approvals?project_id=x&view=x',
      '/deliveries?integration_id=x',
    ].concat('/insights?days=x&project=x', '/settings/audit-log?user_id=x&days=x');
    const page = await stack.signedIn('owner', { viewport: LAPTOP });
    for (const path of [...ofProject, ...ofAccount]) {
      await open(page, path);
      expect({ path, alerts: await page.getByRole('alert').count() }).toEqual({ path, alerts: 0 });
    }
  },
  LIMIT_MS,
);
