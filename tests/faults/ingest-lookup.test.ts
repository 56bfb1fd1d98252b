import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { hashToken } from '@slipway/domain';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { connectFailFast, waitForConnection } from '@slipway/queue';
import { createMetrics } from '@slipway/runtime';
import {
  eventually,
  factories,
  openTestDatabase,
  testDatabase,
  testProcess,
  testProxy,
  testRedis,
} from '@slipway/testing';

const databaseUrl = (await testDatabase()).url;
const database = await testProxy(databaseUrl);
const redisUrl = (await testRedis()).url;
const redis = await testProxy(redisUrl);
const context = await testProcess({ DATABASE_URL: database.url, REDIS_URL: redis.url });
const direct = openTestDatabase(databaseUrl);
context.onClose('test database', () => direct.close());
const make = factories(direct);
const project = await make.project((await make.studio()).accountId);
// Made before any ingest listens: a late notification of it would remove it from the mirror once more.
const mirrored = (await make.integration(project, 'jenkins')).token;

/** An ingest that has looked up no token yet. */
async function startIngest() {
  const own = { ...context, metrics: createMetrics() };
  const server = await serve(await composeIngest(own, () => false), { host: '127.0.0.1', port: 0 });
  context.onClose('server', () => server.close());
  return async (token: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/webhooks/ci`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': token },
      body: JSON.stringify({ job_name: 'Harbor', build_number: 1, status: 'SUCCESS' }),
    });
    return [answer.status, ((await answer.json()) as { error?: string }).error ?? 'none'];
  };
}

const [send, sendFresh, sendLater] = [await startIngest(), await startIngest(), await startIngest()];
const mirror = connectFailFast({ REDIS_URL: redisUrl }, () => undefined);
context.onClose('test redis', () => mirror.disconnect());
beforeAll(async () => {
  await waitForConnection(mirror, 5_000);
  await eventually('the token is mirrored', async () => {
    await send(mirrored);
    return (await mirror.exists(`{slipway:mirror}:token:${hashToken(mirrored)}`)) === 1 ? true : undefined;
  });
});
afterEach(() => {
  database.restore();
  redis.restore();
});

const ACCEPTED = [200, 'none'];

it('a frozen database: a token that only the mirror knows is accepted', async () => {
  database.freeze();
  expect(await sendFresh(mirrored)).toEqual(ACCEPTED);
});

it.each(['freeze', 'cut'] as const)(
  '503: a token that nothing knows is refused while database and Redis are down (%s)',
  async (fault) => {
    const { token } = await make.integration(project, 'jenkins');
    database[fault]();
    redis[fault]();
    expect(await send(token)).toEqual([503, 'lookup_unavailable']);
  },
);

it.each(['freeze', 'cut'] as const)(
  'a database that answers only after seconds (%s): a token that the mirror does not have is accepted',
  async (fault) => {
    const { token } = await make.integration(project, 'jenkins');
    database[fault]();
    setTimeout(() => database.restore(), 3_000);
    expect(await send(token)).toEqual(ACCEPTED);
  },
);

it('Redis that answers only after seconds: a token that only the mirror knows is accepted', async () => {
  database.freeze();
  redis.freeze();
  setTimeout(() => redis.restore(), 3_000);
  expect(await sendLater(mirrored)).toEqual(ACCEPTED);
});
