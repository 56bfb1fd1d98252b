import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { assetPath, buildRunPath, changePath, deploymentPath, pagePaths, taskPath } from '@slipway/domain';
import { testProcess } from '@slipway/testing';
import { type Demo, demoDatabase } from '../../demo.js';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';

const { url, demo } = await demoDatabase();
const process = await testProcess({ GENERAL_RATE_LIMIT: '1000000', DATABASE_URL: url });
const { settings } = process;
const app = composeConsole(process, () => false);
const browser = await signedIn(demo.users.owner);
/** The server knows only the patterns of page paths. */
const pages = pagePaths.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`));

async function signedIn({ email, password }: Demo['users']['owner']): Promise<PlainBrowser> {
  const visitor = plainBrowser(app);
  await visitor.submit('/sign-in', { email, password });
  return visitor;
}

/** The API path that a record's page reads. */
const RECORDS: readonly (readonly [page: RegExp, read: string])[] = [
  [/^\/projects\/(\d+)\/builds\/(\d+)$/, '/v1/projects/$1/build_runs/$2'],
  [/^\/projects\/(\d+)\/changes\/(\d+)$/, '/v1/projects/$1/changes/$2'],
  [/^\/projects\/(\d+)\/tasks\/(\d+)$/, '/v1/projects/$1/tasks/$2'],
  [/^\/projects\/(\d+)\/assets\/([0-9a-f-]+)$/, '/projects/$1/assets/$2'],
  [/^\/projects\/(\d+)\/deployments\/([0-9a-f-]+)$/, '/projects/$1/deployments/$2'],
];

/** How many addresses are opened concurrently. */
const AT_ONCE = 10;
/** How many addresses of each kind are opened; the others are built the same way. */
const EACH = 6;

/** The first addresses of each kind. */
function someOfEach(addresses: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return [...new Set(addresses)].filter((address) => {
    const kind = address.replaceAll(/[0-9a-f-]{8,}|\d+/g, '');
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= EACH;
  });
}

/** The addresses that open no page, or a page without its record. */
async function findBroken(addresses: Iterable<string>, reader: PlainBrowser = browser): Promise<string[]> {
  const waiting = [...new Set(addresses)];
  const broken: string[] = [];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_ONCE);
    const opened = await Promise.all(batch.map((address) => opensRecord(address, reader)));
    broken.push(...batch.filter((_address, index) => !opened[index]));
  }
  return broken;
}

async function opensRecord(address: string, reader: PlainBrowser): Promise<boolean> {
  const path = new URL(address, settings.BASE_URL).pathname;
  const record = RECORDS.find(([page]) => page.test(path));
  if (record === undefined || !pages.some((page) => page.test(path))) return false;
  const [page, read] = await Promise.all([
    reader.open(path),
    reader.call('GET', path.replace(record[0], record[1])),
  ]);
  return page.status === 200 && read.status === 200;
}

async function readAll(path: string, rows: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let cursor: string | null | undefined;
  do {
    const { body } = await browser.call('GET', `${path}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
    all.push(...body[rows]);
    cursor = body.pagination.next_cursor;
  } while (cursor);
  return all;
}

/** Every `urls.web` in a response, at any depth. */
function webAddresses(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as { urls?: { web?: unknown } }).urls?.web;
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(webAddresses)];
}

describe('URLs in API responses', () => {
  it('lead from feed events to the page of their subject', async () => {
    const events = await readAll(
      `/v1/workspace/events?account_id=${demo.accounts.studio.id}&days_back=90&limit=50`,
      'events',
    );
    const kinds = new Set(events.map(({ event_type: type }) => String(type).split('.')[0]));
    expect([...kinds].toSorted()).toEqual(['approval', 'build_run', 'change', 'deployment', 'task']);
    expect(await findBroken(someOfEach(events.map(({ url }) => String(url))))).toEqual([]);
  }, 120_000);

  it('lead from urls.web to the page of the record', async () => {
    const tasks = await readAll(`/v1/projects/${demo.projects.main}/tasks?limit=50`, 'tasks');
    const addresses = webAddresses(tasks);
    expect(addresses).toHaveLength(tasks.length);
    expect(await findBroken(someOfEach(addresses))).toEqual([]);
  }, 120_000);

  it.each([
    ['build_runs', (id: string) => buildRunPath(demo.projects.main, Number(id))],
    ['changes', (id: string) => changePath(demo.projects.main, Number(id))],
    ['tasks', (id: string) => taskPath(demo.projects.main, Number(id))],
    ['assets', (id: string) => assetPath(demo.projects.main, id)],
    ['deployments', (id: string) => deploymentPath(demo.projects.main, id)],
  ])(
    'have a page for records of %s',
    async (rows, pathOf) => {
      const { body } = await browser.call('GET', `/v1/projects/${demo.projects.main}/${rows}?limit=${EACH}`);
      const addresses = body[rows].map(({ id }: { id: number | string }) => pathOf(String(id)));
      expect(addresses.length).toBeGreaterThan(0);
      expect(await findBroken(addresses)).toEqual([]);
    },
    60_000,
  );

  it('show nothing of a record in another account', async () => {
    const path = taskPath(demo.projects.main, 1);
    expect(await findBroken([path], await signedIn(demo.users.outsider))).toEqual([path]);
  });
});
