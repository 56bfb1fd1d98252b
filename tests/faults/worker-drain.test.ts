import { afterEach, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { eventually, factories, openTestDatabase, testProcess, testProxy } from '@slipway/testing';
import { type WorkerProcess, workerProcesses } from './worker-process.js';

const context = await testProcess();
const { settings } = context;
const database = openTestDatabase(settings.DATABASE_URL);
context.onClose('test database', () => database.close());
const [redis, postgres] = [await testProxy(settings.REDIS_URL), await testProxy(settings.DATABASE_URL)];
const server = await serve(await composeIngest(context, () => false), { host: '127.0.0.1', port: 0 });
context.onClose('server', () => server.close());
const make = factories(database);
const { accountId } = await make.studio();
const projects = await Promise.all(Array.from({ length: 4 }, () => make.project(accountId)));
const integrations = await Promise.all(projects.map((project) => make.integration(project, 'jenkins')));

const workers = workerProcesses({ ...settings, DATABASE_URL: postgres.url, REDIS_URL: redis.url });
afterEach(() => {
  redis.restore();
  postgres.restore();
});

let running: WorkerProcess | undefined;

/** The worker left running by an earlier test, or a new one. */
async function runningWorker(): Promise<WorkerProcess> {
  running ??= await workers.start();
  return running;
}

async function expectCleanEnd(worker: WorkerProcess): Promise<void> {
  running = undefined;
  expect(await worker.end()).toBe(0);
}

let sent = 0;

/** Senders that report at the same time. */
const SENDERS = 40;

/** Reports builds, and returns how many have been reported so far. */
async function report(count: number): Promise<number> {
  const builds = Array.from({ length: count }, (_, index) => sent + index).values();
  sent += count;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (const build of builds) await reportBuild(build);
    }),
  );
  return sent;
}

async function reportBuild(build: number): Promise<void> {
  const { token = '' } = integrations[build % integrations.length] ?? {};
  const answer = await fetch(`http://127.0.0.1:${server.port}/webhooks/ci`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': token },
    body: JSON.stringify({ job_name: 'Harbor', build_number: build, status: 'SUCCESS' }),
  });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200 });
}

const applied = () => database.prisma.delivery.count();

async function expectAllOnce(): Promise<void> {
  await eventually(
    'every delivery is applied',
    async () => ((await applied()) >= sent ? true : undefined),
    60_000,
  );
  expect(await database.prisma.delivery.groupBy({ by: ['outcome'], _count: true })).toEqual([
    { outcome: 'applied', _count: sent },
  ]);
  expect(await database.prisma.buildRun.count()).toBe(sent);
}

it('SIGTERM ends a busy worker with code 0, and every delivery takes effect once', async () => {
  for (let round = 0; round < 2; round += 1) {
    const before = await applied();
    const worker = await runningWorker();
    const reporting = report(400);
    await eventually('some are applied', async () => ((await applied()) > before ? true : undefined), 60_000);
    await expectCleanEnd(worker);
    await reporting;
  }
  await runningWorker();
  await expectAllOnce();
}, 180_000);

it('SIGTERM ends a worker with code 0 while Redis is down, and another takes over its envelopes', async () => {
  const worker = await runningWorker();
  await report(100);
  redis.cut();
  await eventually('the worker notices the outage', async () =>
    (await worker.ask('/readyz')).status === 503 ? true : undefined,
  );
  expect(await (await worker.ask('/readyz')).json()).toEqual({ status: 'unavailable', not_ready: ['queue'] });
  await expectCleanEnd(worker);
  redis.restore();
  await runningWorker();
  await expectAllOnce();
}, 180_000);

it.each(['cut', 'freeze'] as const)(
  'SIGTERM ends a worker with code 0 while PostgreSQL is down (%s)',
  async (fault) => {
    const worker = await runningWorker();
    postgres[fault]();
    await report(50);
    await eventually('the worker notices the outage', async () =>
      (await worker.ask('/readyz')).status === 503 ? true : undefined,
    );
    // On a busy machine, the queue may be slow to answer too.
    expect((await (await worker.ask('/readyz')).json()) as unknown).toMatchObject({
      not_ready: expect.arrayContaining(['database', 'migrations']),
    });
    await expectCleanEnd(worker);
    postgres.restore();
    await runningWorker();
    await expectAllOnce();
  },
  180_000,
);

it('the metrics of a worker show the backlog, its age and the timer runs', async () => {
  const worker = await runningWorker();
  await expectAllOnce();
  const text = await eventually('the gauges are set', async () => {
    const body = await (await worker.ask('/metrics')).text();
    return body.includes('slipway_dependency_up{dependency="redis"} 1') ? body : undefined;
  });
  for (const shard of ['0', '7'])
    expect(text).toContain(`slipway_queue_age_seconds{shard="${shard}",lane="flood"}`);
  for (const name of ['queue_depth{shard="0",lane="steady",state="waiting"}', 'dead_letters_open', 'mail_waiting'])
    expect(text).toContain(`slipway_${name} 0`);
  await eventually('a timer ran', async () =>
    /slipway_timer_runs_total\{name="send_notifications",outcome="succeeded"\} [1-9]/.test(
      await (await worker.ask('/metrics')).text(),
    )
      ? true
      : undefined,
  );
  expect((await worker.ask('/healthz')).status).toBe(200);
  expect(await (await worker.ask('/readyz')).json()).toEqual({ status: 'ready', warnings: [] });
  await expectCleanEnd(worker);
});
