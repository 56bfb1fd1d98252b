import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack();
const { main } = stack.demo.projects;

/** The entries of the navigation: their names without counts, where they lead, and where they are. */
async function entriesOf(page: Page) {
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
  const entries = links.map(async (link) => ({
    name: (await link.textContent())?.replaceAll(/[\d,]+/g, '').trim(),
    path: await link.getAttribute('href'),
    box: await link.boundingBox(),
  }));
  return Promise.all(entries);
}

describe('the document of a page', () => {
  it.each([
    ['a desktop', { width: 1280, height: 800 }],
    ['a phone', PHONE],
  ])(
    'shows the frame on %s before any script has run, with its entries where the app has them',
    async (_on, viewport) => {
      const still = await stack.signedIn('member', { javaScriptEnabled: false, viewport });
      const app = await stack.signedIn('member', { viewport });
      await app.getByRole('heading', { level: 1 }).waitFor();
      const entries = await entriesOf(still);
      expect(entries).toHaveLength(5);
      expect((await entriesOf(app)).slice(0, entries.length)).toEqual(entries);
      await still.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
      expect(await overflow(still)).toEqual([]);
    },
  );

  it('lets the app start without a request for the session', async () => {
    const page = await stack.signedIn('member');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
    await page.goto(`/projects/${main}/builds`);
    await page.getByRole('table', { name: 'Builds', exact: true }).waitFor();
    expect(requests.filter((path) => path === '/console/api/session')).toEqual([]);
    expect(await barriers(page)).toEqual([]);
  });
});
