import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { createMetrics, createWarnings, ProcessClock } from '@slipway/runtime';
import { eventually, factories, openTestDatabase, testProcess, testProxy, testRedis } from '@slipway/testing';
import { runWorker } from '@slipway/worker';

const TWO_HOURS_MS = 2 * 3_600_000;
const redisUrl = (await testRedis()).url;
const redis = await testProxy(redisUrl);
const context = await testProcess({ REDIS_URL: redis.url });
const { onClose, logger } = context;
const database = openTestDatabase(context.settings.DATABASE_URL);
onClose('test database', () => database.close());
await runWorker({ ...context, settings: { ...context.settings, REDIS_URL: redisUrl } });
const make = factories(database);
const project = await make.project((await make.studio()).accountId);
const { token } = await make.integration(project, 'jenkins');
afterEach(() => redis.restore());

/** Starts an ingest on a machine whose clock the test sets. */
async function startIngest({ aheadMs = 0 } = {}) {
  let ahead = aheadMs;
  const [metrics, warnings] = [createMetrics(), createWarnings()];
  const machine = { wall: () => Date.now() + ahead, steady: () => performance.now() };
  const clock = new ProcessClock({ logger, metrics, machine });
  onClose('clock', () => clock.close());
  warnings.add(() => clock.warnings());
  const app = await composeIngest({ ...context, metrics, warnings, clock }, () => false);
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  onClose('server', () => server.close());
  const url = `http://127.0.0.1:${server.port}`;
  return {
    setMachineClock(ms: number) {
      ahead = ms;
    },
    async warnings() {
      return eventually('it is ready', async () => {
        const answer = await fetch(`${url}/readyz`);
        return answer.ok ? ((await answer.json()) as { warnings: string[] }).warnings : undefined;
      });
    },
    async report(buildNumber: string, status: string) {
      const body = JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status });
      const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
      return eventually('the report is accepted', async () => {
        const answer = await fetch(`${url}/webhooks/ci`, { method: 'POST', headers, body });
        return answer.ok ? ((await answer.json()) as { delivery_id: string }).delivery_id : undefined;
      });
    },
  };
}

/** The build once the report about it is applied. */
async function buildAfter(deliveryId: string, buildNumber: string) {
  await eventually('the report is applied', async () =>
    (await database.prisma.delivery.count({ where: { id: deliveryId } })) === 1 ? true : undefined,
  );
  return database.prisma.buildRun.findFirstOrThrow({ where: { buildNumber } });
}

const right = await startIngest();

it('a later SUCCESS replaces a FAILURE from an ingest whose clock is ahead, and no time is in the future', async () => {
  const ahead = await startIngest({ aheadMs: TWO_HOURS_MS });
  const buildNumber = randomUUID();
  await buildAfter(await ahead.report(buildNumber, 'FAILURE'), buildNumber);
  const { status, finishedAt } = await buildAfter(await right.report(buildNumber, 'SUCCESS'), buildNumber);
  expect(status).toBe('completed');
  expect(finishedAt?.getTime()).toBeLessThanOrEqual(Date.now());
  const warning = 'The clock of this machine is 7200 s ahead; times are corrected.';
  expect(await ahead.warnings()).toContain(warning);
});

it('a SUCCESS from an ingest whose clock is behind replaces an earlier FAILURE', async () => {
  const behind = await startIngest({ aheadMs: -TWO_HOURS_MS });
  const buildNumber = randomUUID();
  await buildAfter(await right.report(buildNumber, 'FAILURE'), buildNumber);
  expect((await buildAfter(await behind.report(buildNumber, 'SUCCESS'), buildNumber)).status).toBe('completed');
});

it('deliveries that are spooled while Redis is down carry the corrected time, even after the clock was set', async () => {
  const ahead = await startIngest({ aheadMs: TWO_HOURS_MS });
  const buildNumber = randomUUID();
  await ahead.report(randomUUID(), 'SUCCESS');
  redis.cut();
  ahead.setMachineClock(2 * TWO_HOURS_MS);
  const spooled = await ahead.report(buildNumber, 'FAILURE');
  redis.restore();
  await buildAfter(spooled, buildNumber);
  const { status, finishedAt } = await buildAfter(await right.report(buildNumber, 'SUCCESS'), buildNumber);
  expect(status).toBe('completed');
  expect(finishedAt?.getTime()).toBeLessThanOrEqual(Date.now());
});
