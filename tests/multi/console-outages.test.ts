import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { startPostgresPair } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { eventually, openTestDatabase, testProxy } from '@slipway/testing';
import supertest from 'supertest';
import { checkout } from '../architecture/tool.js';
import { launchChromium } from '../browser/chromium.mjs';
import { serveConsole } from '../e2e/console/served-console.js';

const pair = await startPostgresPair({ tools: join(checkout, '.data') });
afterAll(pair.stop);
await migrate(pair.primary.url);
const primary = await testProxy(pair.primary.url);
const { app, process, make, database, project, member, sessionCookie } = await serveConsole({
  DATABASE_URL: primary.url,
  DATABASE_REPLICA_URL: pair.replica.url,
  DATABASE_REPLICA_MAX_LAG_MS: '600000',
});
const replica = openTestDatabase(pair.replica.url);
const direct = openTestDatabase(pair.primary.url);
process.onClose('test databases', async () => void (await Promise.all([replica.close(), direct.close()])));
await make.task(project, { title: 'Seen before the outage' });
const cookie = await sessionCookie(member.id);
const tasks = `/console/api/v1/projects/${project.id}/tasks`;

const get = (path: string, as = cookie) =>
  supertest(app).get(path).set('cookie', as).set('x-slipway-console', '1');

/** The first response of the wanted kind: on a busy machine, a server may seem to be down for a moment. */
const eventualRead = (path: string, staleness: 'current' | 'stale') =>
  eventually(`a ${staleness} read of ${path}`, async () => {
    const answer = await get(path);
    const isStale = answer.headers['x-slipway-stale'] === 'true';
    return answer.status === 200 && isStale === (staleness === 'stale') ? answer : undefined;
  });

async function caughtUp(): Promise<void> {
  const { id } = await database.prisma.task.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const [session] = await direct.prisma.session.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
  await eventually('the replica has caught up', async () => {
    const rows = await Promise.all([
      replica.prisma.task.findUnique({ where: { id } }),
      replica.prisma.session.findUnique({ where: { id: session?.id ?? '' } }),
    ]);
    return rows.includes(null) ? undefined : true;
  });
}

async function allAreUp(): Promise<void> {
  primary.restore();
  await replica.prisma.$queryRaw`SELECT pg_wal_replay_resume()::text`;
  await caughtUp();
  await eventualRead(tasks, 'current');
}

await allAreUp();
afterEach(allAreUp);

describe.each(['cut', 'freeze'] as const)('while only the replica answers (%s)', (fault) => {
  it('a signed-in person keeps reading pages and their data, marked as stale', async () => {
    primary[fault]();
    const { text, headers } = await eventualRead(tasks, 'stale');
    expect(text).toContain('Seen before the outage');
    // A browser that kept it would show the notice again with every later 304.
    expect(headers['cache-control']).toBe('no-store');
    for (const path of ['/console/api/session', '/console/api/tokens', '/']) await eventualRead(path, 'stale');
    expect((await get('/')).text).toContain('id="session"');
  });

  it('nobody can sign in or change anything, and the answer says why', async () => {
    primary[fault]();
    await eventualRead(tasks, 'stale');
    const written = await supertest(app)
      .post(tasks)
      .set('cookie', cookie)
      .set('x-slipway-console', '1')
      .send({ task: { title: 'Written during the outage' } });
    expect([written.status, written.body.error]).toEqual([503, 'unavailable']);
    expect(written.body.message).toBe(
      'The service cannot reach its database right now. Try again in a few seconds.',
    );
    const signIn = await supertest(app).get('/sign-in');
    expect([signIn.status, signIn.text]).toEqual([503, expect.stringContaining(written.body.message)]);
  });

  it('the console stays ready, with a warning', async () => {
    primary[fault]();
    await eventualRead(tasks, 'stale');
    expect(
      await supertest(app)
        .get('/readyz')
        .then(({ status, body }) => ({ status, body })),
    ).toEqual({
      status: 200,
      body: {
        status: 'ready',
        warnings: ['reads use the replica, and writes fail: DATABASE_URL does not answer'],
      },
    });
  });
});

it('pages say that they show a copy, until the primary is back', async () => {
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${server.port}` });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
    const page = await context.newPage();
    await page.goto(`/projects/${project.id}/tasks`);
    await page.getByText('Seen before the outage').waitFor();
    const notice = page.getByText('The database is down. You see a recent copy');
    expect(await notice.count()).toBe(0);
    primary.cut();
    await eventualRead(tasks, 'stale');
    await page.reload();
    await notice.waitFor();
    await page.getByText('Seen before the outage').waitFor();
    primary.restore();
    await notice.waitFor({ state: 'detached' });
  } finally {
    await browser.close();
    await server.close();
  }
});

it('a session that the replica does not have yet is unavailable, not signed out', async () => {
  await replica.prisma.$queryRaw`SELECT pg_wal_replay_pause()::text`;
  const unknown = await sessionCookie(member.id);
  primary.cut();
  await eventualRead(tasks, 'stale');
  expect((await get(tasks, unknown)).status).toBe(503);
  expect((await get('/', unknown)).status).toBe(503);
});
