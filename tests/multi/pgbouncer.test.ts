import { afterAll, describe, expect, it } from '@jest/globals';
import type { LiveChange } from '@slipway/contracts';
import { type Database, listenForChanges, openDatabase } from '@slipway/db';
import { freePort, startPgBouncer } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { eventually, factories, openTestDatabase, testDatabase, testProcess } from '@slipway/testing';
import { appProcesses } from '../faults/app-process.js';
import { ingestProcesses } from '../faults/ingest-process.js';
import { workerProcesses } from '../faults/worker-process.js';

const server = openTestDatabase((await testDatabase()).url);
const { url: directUrl, name } = await blankDatabase(server);
/** Fewer connections than the three processes have together, so that they must share them. */
const pgBouncer = await startPgBouncer({ url: directUrl, poolSize: 4 });
const context = await testProcess({ DATABASE_URL: pgBouncer.url, DATABASE_DIRECT_URL: directUrl });
const { settings, onClose } = context;
const database = openTestDatabase(directUrl);
onClose('pgBouncer', async () => {
  await Promise.all([server.close(), database.close()]);
  await pgBouncer.stop();
});

const applied = await Promise.all([migrate(settings.DATABASE_DIRECT_URL), migrate(settings.DATABASE_DIRECT_URL)]);
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const integration = await make.integration(project, 'jenkins');
const { token } = await make.apiToken(userId);

const changes: LiveChange[] = [];
const listening = listenForChanges({
  url: settings.DATABASE_DIRECT_URL,
  onChange: (change) => changes.push(change),
  onState: () => undefined,
});
afterAll(() => listening.close());

const env = { DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL };
const port = await freePort();
const startApi = appProcesses('api', settings);
const [ingest] = await Promise.all([
  ingestProcesses(settings, env).start(),
  workerProcesses(settings).start(env),
  startApi({ ...env, PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'error' }),
]);

/** A database without tables, whose sessions are not in UTC unless they request it. */
async function blankDatabase({ prisma }: Database): Promise<{ url: string; name: string }> {
  const url = new URL((await testDatabase()).url);
  const blank = `${url.pathname.slice(1)}_blank`;
  await prisma.$executeRawUnsafe(`CREATE DATABASE ${blank} TEMPLATE template0`);
  await prisma.$executeRawUnsafe(`ALTER DATABASE ${blank} SET timezone = 'America/New_York'`);
  url.pathname = `/${blank}`;
  return { url: url.href, name: blank };
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/projects/${project.id}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Reports a build. Repeats a report that is not accepted, because a busy machine may not look up the token in time. */
function report(buildNumber: number): Promise<true> {
  const body = JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS' });
  return eventually('the report is accepted', async () =>
    (await ingest.report(integration.token, body)).status === 200 ? true : undefined,
  );
}

async function countOutcomes(): Promise<Record<string, number>> {
  const groups = await database.prisma.delivery.groupBy({ by: ['outcome'], _count: true });
  return Object.fromEntries(groups.map(({ outcome, _count }) => [outcome, _count]));
}

describe('behind pgBouncer in transaction mode', () => {
  it('migrations run over the direct URL, one process at a time', () => {
    expect(applied.map((each) => each.applied.length).sort()).toEqual([0, expect.any(Number)]);
  });

  it('deliveries take effect once, and a pgBouncer restart loses none', async () => {
    for (let first = 0; first < 120; first += 40) {
      const sending = Array.from({ length: 40 }, (_, index) => report(first + index));
      if (first === 40) await pgBouncer.kill().then(pgBouncer.start);
      await Promise.all(sending);
    }
    await eventually('all are applied', async () =>
      (await countOutcomes())['applied'] === 120 ? true : undefined,
    );
    expect(Object.keys(await countOutcomes())).not.toContain('dead');
    expect(await database.prisma.buildRun.count()).toBe(120);
  });

  it('changes announced through pgBouncer arrive on the direct connection', async () => {
    changes.length = 0;
    await report(1_000);
    const change = await eventually('the build is announced', async () => changes.at(-1));
    expect(change).toMatchObject({ project_id: project.id, kinds: expect.arrayContaining(['build_run']) });
  });

  it('REST writes and reads work, and times do not depend on the server time zone', async () => {
    const created = await eventually('the API answers after the restart', async () => {
      const answer = await call('POST', '/tasks', { task: { title: 'Harbor crashes on load' } });
      return answer.status === 503 ? undefined : answer;
    });
    expect(created.status).toBe(201);
    const age = Date.now() - Date.parse(created.body['created_at'] as string);
    expect(Math.abs(age)).toBeLessThan(10 * 60_000);
    const edited = await call('PATCH', `/tasks/${created.body['id']}`, { task: { state: 'blocked' } });
    expect(edited).toMatchObject({ status: 200, body: { state: 'blocked' } });
    expect((await call('GET', `/tasks/${created.body['id']}`)).body['updated_at']).toBe(edited.body['updated_at']);
    for (const list of ['tasks', 'build_runs', 'changes', 'deployments'])
      expect([list, (await call('GET', `/${list}`)).status]).toEqual([list, 200]);
  });

  it('ingest learns over the direct connection that an integration is disabled', async () => {
    const [listeners] = await server.prisma.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pg_stat_activity
      WHERE application_name = 'slipway-ingest-listen' AND datname = ${name}`;
    expect(Number(listeners?.count)).toBe(1);
    await database.prisma.integration.update({ where: { id: integration.id }, data: { active: false } });
    await eventually('its deliveries are refused', async () => {
      const { status } = await ingest.report(integration.token, '{}');
      return status === 404 ? true : undefined;
    });
  });
});

describe('a connection to pgBouncer in transaction mode', () => {
  const { url } = pgBouncer;

  it('applies transaction time limits on the server', async () => {
    const pooled = openDatabase({ url, name: 'test-pooled', poolSize: 1, statementTimeoutMs: 60_000 });
    const { rows } = await pooled.modelTransaction(({ pool }) =>
      pool.query({
        text: `SELECT current_setting('statement_timeout') AS statement,
          current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone`,
      }),
    );
    await pooled.close();
    expect(rows).toEqual([{ statement: '1min', idle: '1min', zone: 'UTC' }]);
  });

  it('is refused for LISTEN, naming the required setting', async () => {
    const states: (Error | null)[] = [];
    // The check compares two connections, which may differ in a pool that others use.
    const single = await startPgBouncer({ url: directUrl, poolSize: 1 });
    const listener = listenForChanges({
      url: single.url,
      onChange: () => undefined,
      onState: (state) => states.push(state),
    });
    await eventually('the connection is checked', async () => (states.length > 0 ? true : undefined));
    await listener.close();
    await single.stop();
    expect(states[0]?.message).toContain('DATABASE_DIRECT_URL');
  });
});
