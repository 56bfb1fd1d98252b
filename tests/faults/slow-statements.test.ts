import { afterEach, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { serve } from '@slipway/http';
import { eventually, openTestDatabase } from '@slipway/testing';
import supertest from 'supertest';
import { startApi } from '../contract/api.js';
import { newSessionCookie } from '../e2e/console/session-cookie.js';

/** All connections are in use while two statements wait. */
const POOL_SIZE = 2;
const api = await startApi({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
const { process } = api;
const console = await serve(
  composeConsole(process, () => false),
  { host: '127.0.0.1', port: 0 },
);
process.onClose('console', () => console.close());
const locking = openTestDatabase(process.settings.DATABASE_URL);
process.onClose('locking database', () => locking.close());
const cookie = await newSessionCookie(api.database, api.userId);
const tasks = `/v1/projects/${api.project.id}/tasks`;

let release: (() => void) | undefined;

/** Makes every statement that touches the table wait until it takes too long. */
async function lock(table: 'tasks' | 'sessions'): Promise<void> {
  await new Promise<void>((locked) => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    void locking.transaction(async (tx) => {
      await tx.query({ text: `LOCK TABLE ${table}` });
      locked();
      await released;
    });
  });
}

afterEach(async () => {
  release?.();
  await eventually('statements are fast again', async () =>
    (await api.get(tasks)).status === 200 ? true : undefined,
  );
});

interface Line {
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** What was logged with a message since the start of the test, by the reason. */
const reasonsOf = (message: string, from: number) =>
  process.logLines
    .slice(from)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === message)
    .map(({ err }) => err?.message ?? '');

/** A busy machine may lose other connections meanwhile. */
function expectNotDown(from: number): void {
  for (const reason of reasonsOf('database is down', from))
    expect(reason).not.toMatch(/statement timeout|when trying to connect/);
}

async function countOf(tier: string): Promise<number> {
  const counter = await process.metrics.registry.getSingleMetric('slipway_database_timeouts_total')?.get();
  return counter?.values.find(({ labels }) => labels['tier'] === tier)?.value ?? 0;
}

it('a request whose statement takes too long gets a 503 that says so, and nothing reports that the database is down', async () => {
  const before = process.logLines.length;
  await lock('tasks');
  const { status, body, headers } = await api.get(tasks);
  expect([status, body]).toEqual([
    503,
    {
      error: 'unavailable',
      message: 'The database took too long to answer this request. Try again in a few seconds.',
      retry_after: expect.any(Number),
    },
  ]);
  expect(headers['x-slipway-stale']).toBeUndefined();
  expect(reasonsOf('the database took too long', before)).toEqual([expect.stringContaining('statement timeout')]);
  expectNotDown(before);
  expect(await countOf('api')).toBe(1);
});

it('a page whose statement takes too long says so', async () => {
  const before = process.logLines.length;
  await lock('sessions');
  const answer = await fetch(`http://127.0.0.1:${console.port}/`, { headers: { cookie } });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('The database took too long to answer this request.');
  expectNotDown(before);
  expect(await countOf('console')).toBe(1);
});

it('a process stays ready while slow statements use all its connections', async () => {
  await lock('tasks');
  const slow = Promise.all(Array.from({ length: 4 * POOL_SIZE }, (_, n) => api.get(`${tasks}?limit=${n + 1}`)));
  await eventually('all connections are in use', async () => {
    const metric = await process.metrics.registry.getSingleMetric('slipway_database_connections')?.get();
    const waiting = metric?.values.filter(({ labels }) => labels['state'] === 'waiting') ?? [];
    return waiting.some(({ value }) => value > 0) ? true : undefined;
  });
  const before = process.logLines.length;
  const { status, body } = await supertest(api.app).get('/readyz');
  expect([status, body]).toEqual([200, { status: 'ready', warnings: [] }]);
  for (const answer of await slow) expect(answer.status).toBe(503);
  expectNotDown(before);
});
