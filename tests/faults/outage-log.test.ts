import { expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { createMetrics } from '@slipway/runtime';
import { eventually, factories, openTestDatabase, testProcess, testProxy } from '@slipway/testing';
import { runWorker } from '@slipway/worker';

const OUTAGE_MS = 5_000;

const direct = await testProcess();
const [redis, postgres] = [
  await testProxy(direct.settings.REDIS_URL),
  await testProxy(direct.settings.DATABASE_URL),
];
const context = await testProcess({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
const database = openTestDatabase(direct.settings.DATABASE_URL);
context.onClose('test database', () => database.close());
await runWorker({ ...context, metrics: createMetrics() });
const ingest = await serve(await composeIngest(context, () => false), { host: '127.0.0.1', port: 0 });
const api = await serve(
  composeApi(context, () => false),
  { host: '127.0.0.1', port: 0 },
);
context.onClose('servers', async () => {
  await Promise.all([ingest.close(), api.close()]);
});
const make = factories(database);
const { accountId, userId } = await make.studio();
const { token } = await make.integration(await make.project(accountId), 'jenkins');
const apiToken = (await make.apiToken(userId)).token;

let numbers = 0;

async function report(): Promise<number> {
  numbers += 1;
  const answer = await fetch(`http://127.0.0.1:${ingest.port}/webhooks/ci?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ job_name: 'Harbor', build_number: numbers, status: 'SUCCESS' }),
  });
  return answer.status;
}

async function read(): Promise<number> {
  const headers = { authorization: `Bearer ${apiToken}` };
  return (await fetch(`http://127.0.0.1:${api.port}/api/v1/projects`, { headers })).status;
}

const messages = () =>
  context.logLines
    .map((line) => JSON.parse(line) as { level: string; msg: string })
    .filter(({ level }) => level !== 'debug')
    .map(({ msg }) => msg);

it('an outage of both servers under load logs only a few lines, and one when each is back', async () => {
  await eventually('both tiers answer', async () =>
    (await report()) === 200 && (await read()) === 200 ? true : undefined,
  );
  const before = messages().length;
  redis.cut();
  postgres.cut();
  const end = Date.now() + OUTAGE_MS;
  let requests = 0;
  while (Date.now() < end) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? report() : read())));
    requests += 10;
  }
  const during = messages().slice(before);
  expect(requests).toBeGreaterThan(50);
  expect(during).toEqual(expect.arrayContaining(['redis is down', 'database is down']));
  expect(during.length).toBeLessThan(15);
  redis.restore();
  postgres.restore();
  await eventually('both servers are up', async () => {
    await Promise.all([report(), read()]);
    const logged = messages();
    return logged.includes('redis is up') && logged.includes('database is up') ? true : undefined;
  });
}, 60_000);
