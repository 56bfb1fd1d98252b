import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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
import { runWorker } from '@slipway/worker';

const databaseUrl = (await testDatabase()).url;
const redisUrl = (await testRedis()).url;
const databaseProxy = await testProxy(databaseUrl);
const redisProxy = await testProxy(redisUrl);
const context = await testProcess({
  DATABASE_URL: databaseProxy.url,
  REDIS_URL: redisProxy.url,
  SPOOL_LIMIT: '65536',
});
const { onClose } = context;
// The worker and the test connect to the servers directly: only ingest's connections are cut.
const database = openTestDatabase(databaseUrl);
onClose('test database', () => database.close());
await runWorker({ ...context, settings: { ...context.settings, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } });
const server = await serve(await composeIngest(context, () => false), { host: '127.0.0.1', port: 0 });
onClose('server', () => server.close());

const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const integration = await make.integration(project, 'jenkins');
beforeAll(async () => {
  // On a busy machine, the first lookup may take longer than a request waits for it.
  await eventually('the token is known', async () => ((await send()).status === 200 ? true : undefined));
});

afterEach(() => {
  databaseProxy.restore();
  redisProxy.restore();
});

let numbers = 0;

async function send(token = integration.token, log?: string) {
  numbers += 1;
  const number = numbers;
  const answer = await fetch(`http://127.0.0.1:${server.port}/webhooks/ci`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': token },
    body: JSON.stringify({ job_name: 'Harbor', build_number: number, status: 'SUCCESS', log }),
  });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, body, retryAfter: answer.headers.get('retry-after'), number: String(number) };
}

async function applied(buildNumbers: readonly string[]) {
  return eventually(`${buildNumbers.length} builds exist, once each`, async () => {
    const rows = await database.prisma.buildRun.findMany({
      where: { buildNumber: { in: [...buildNumbers] } },
      select: { buildNumber: true },
    });
    const found = rows.map(({ buildNumber }) => buildNumber).toSorted();
    return found.length >= buildNumbers.length ? found : undefined;
  });
}

async function sendMany(count: number) {
  const answers = await Promise.all(Array.from({ length: count }, () => send()));
  expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200));
  return answers.map(({ number }) => number);
}

describe('while Redis is down', () => {
  it.each(['cut', 'freeze'] as const)(
    '%s: deliveries are accepted, and each is applied once when Redis is back',
    async (fault) => {
      const before = await sendMany(5);
      redisProxy[fault]();
      const during = await sendMany(30);
      redisProxy.restore();
      const after = await sendMany(5);
      const all = [...before, ...during, ...after];
      expect(await applied(all)).toEqual(all.toSorted());
    },
    90_000,
  );

  it('a duplicate may be accepted, but takes effect once', async () => {
    redisProxy.cut();
    const body = JSON.stringify({ job_name: 'Harbor', build_number: 'repeated', status: 'SUCCESS' });
    const headers = { 'content-type': 'application/json', 'x-webhook-token': integration.token };
    const ids: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/webhooks/ci`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
      ids.push(((await answer.json()) as Record<string, string>)['delivery_id'] as string);
    }
    redisProxy.restore();
    const outcomes = await eventually('all are in the ledger', async () => {
      const rows = await database.prisma.delivery.findMany({ where: { id: { in: ids } } });
      return rows.length === 3 ? rows.map(({ outcome }) => outcome).toSorted() : undefined;
    });
    expect(outcomes).toEqual(['applied', 'duplicate', 'duplicate']);
    expect(await applied(['repeated'])).toEqual(['repeated']);
  });

  it('503: with Retry-After when the spool is full, and no accepted delivery is lost', async () => {
    redisProxy.cut();
    const accepted: string[] = [];
    const refused: Awaited<ReturnType<typeof send>>[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      const answer = await send(integration.token, 'x'.repeat(15_000));
      if (answer.status === 200) accepted.push(answer.number);
      else refused.push(answer);
    }
    expect(accepted.length).toBeGreaterThan(1);
    expect(refused.length).toBeGreaterThan(1);
    for (const { status, body, retryAfter } of refused) {
      expect([status, body['error']]).toEqual([503, 'queue_unavailable']);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    redisProxy.restore();
    expect(await applied(accepted)).toEqual(accepted.toSorted());
    await eventually('there is room again', async () => ((await send()).status === 200 ? true : undefined));
  });
});

describe('while the database is down', () => {
  it.each(['cut', 'freeze'] as const)(
    '%s: known tokens are accepted, and unknown tokens get 503 instead of 404',
    async (fault) => {
      await sendMany(1);
      const stranger = randomBytes(32).toString('hex');
      databaseProxy[fault]();
      const numbersSent = await sendMany(3);
      const unknown = await send(stranger);
      expect([unknown.status, unknown.body['error']]).toEqual([503, 'lookup_unavailable']);
      expect(Number(unknown.retryAfter)).toBeGreaterThan(0);
      databaseProxy.restore();
      expect(await applied(numbersSent)).toEqual(numbersSent.toSorted());
      const known = await eventually('the token is looked up again', async () => {
        const answer = await send(stranger);
        return answer.status === 404 ? answer : undefined;
      });
      expect(known.body['error']).toBe('no_active_integration');
    },
    90_000,
  );

  it('a restarted ingest finds tokens in the Redis mirror', async () => {
    databaseProxy.cut();
    const again = { ...context, metrics: createMetrics() };
    const restarted = await serve(await composeIngest(again, () => false), { host: '127.0.0.1', port: 0 });
    onClose('second server', () => restarted.close());
    const answer = await fetch(`http://127.0.0.1:${restarted.port}/webhooks/ci?token=${integration.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ job_name: 'Harbor', build_number: 'restarted', status: 'SUCCESS' }),
    });
    expect(answer.status).toBe(200);
    expect(await applied(['restarted'])).toEqual(['restarted']);
  });
});

describe('a restarted ingest', () => {
  it('accepts nothing for an integration disabled before its token was looked up', async () => {
    const other = await make.integration(project, 'jenkins');
    expect((await send(other.token)).status).toBe(200);
    const again = { ...context, metrics: createMetrics() };
    const restarted = await serve(await composeIngest(again, () => false), { host: '127.0.0.1', port: 0 });
    onClose('third server', () => restarted.close());
    await database.prisma.integration.update({ where: { id: other.id }, data: { active: false } });
    const redis = connectFailFast({ REDIS_URL: redisUrl }, () => undefined);
    onClose('test redis', () => redis.disconnect());
    await waitForConnection(redis, 5_000);
    await eventually('the mirror is updated', async () => {
      const mirrored = await redis.get(`{slipway:mirror}:token:${hashToken(other.token)}`);
      return mirrored?.includes('"active":true') ? undefined : true;
    });
    databaseProxy.freeze();
    const answer = await fetch(`http://127.0.0.1:${restarted.port}/webhooks/ci?token=${other.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ job_name: 'Harbor', build_number: 'disabled', status: 'SUCCESS' }),
    });
    expect([404, 503]).toContain(answer.status);
  }, 90_000);
});

describe('a handshake', () => {
  it.each(['cut', 'freeze'] as const)(
    '503: with Retry-After while the database is down (%s)',
    async (fault) => {
      const asana = await make.integration(project, 'asana');
      const hello = (secret: string) => postAsana(server.port, asana.token, { 'x-hook-secret': secret }, '{}');
      await eventually('a handshake is answered', async () =>
        (await hello('first')).status === 200 ? true : undefined,
      );
      databaseProxy[fault]();
      const answer = await hello('second');
      expect([answer.status, ((await answer.json()) as Record<string, string>)['error']]).toEqual([
        503,
        'lookup_unavailable',
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
    90_000,
  );

  it('is refused outside the window by a restarted ingest that knows the integration only from the mirror', async () => {
    const redis = connectFailFast({ REDIS_URL: redisUrl }, () => undefined);
    onClose('redis of handshakes', () => redis.disconnect());
    await waitForConnection(redis, 5_000);
    const closed = { handshakeOpenUntil: new Date(Date.now() - 1) };
    const newAsana = () => make.integration(project, 'asana');
    const [open, shut, old] = [await newAsana(), await newAsana(), await newAsana()];
    await database.prisma.integration.update({ where: { id: shut.id }, data: closed });
    const keyOf = ({ token }: { token: string }) => `{slipway:mirror}:token:${hashToken(token)}`;
    const mirrored = (asana: { token: string }) =>
      eventually('it is mirrored', async () => {
        await postAsana(server.port, asana.token, {}, '{"events":[]}');
        return (await redis.get(keyOf(asana))) ?? undefined;
      });
    const records = [await mirrored(open), await mirrored(shut), await mirrored(old)];
    const { handshakeOpenUntilMs, ...record } = JSON.parse(records[2] ?? '');
    expect(handshakeOpenUntilMs).toBeGreaterThan(Date.now());
    records[2] = JSON.stringify(record);
    databaseProxy.cut();
    const again = { ...context, metrics: createMetrics() };
    const restarted = await serve(await composeIngest(again, () => false), { host: '127.0.0.1', port: 0 });
    onClose('server after a restart', () => restarted.close());
    /** The error of each handshake. A late change notification may remove the records, so they are set again. */
    async function errorsOfHandshakes(): Promise<unknown[]> {
      for (const [place, asana] of [open, shut, old].entries())
        await redis.set(keyOf(asana), records[place] ?? '');
      const errors: unknown[] = [];
      for (const { token } of [open, shut, old]) {
        const answer = await postAsana(restarted.port, token, { 'x-hook-secret': 'a-hook-secret' }, '{}');
        errors.push(((await answer.json()) as Record<string, string>)['error']);
      }
      return errors;
    }
    // Until the restarted process is connected to Redis, it cannot check any token.
    const judged = await eventually('the closed windows are known', async () => {
      const errors = await errorsOfHandshakes();
      return errors.slice(1).includes('lookup_unavailable') ? undefined : errors;
    });
    expect(judged).toEqual(['lookup_unavailable', 'invalid_signature', 'invalid_signature']);
  }, 90_000);
});

function postAsana(port: number, token: string, headers: Readonly<Record<string, string>>, body: string) {
  const url = `http://127.0.0.1:${port}/webhooks/asana?token=${token}`;
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

describe('changes to an integration', () => {
  it('take effect at once, even if made directly in the database', async () => {
    const other = await make.integration(project, 'jenkins');
    expect((await send(other.token)).status).toBe(200);
    const refusedWith = (code: string) =>
      eventually(code, async () => ((await send(other.token)).body['error'] === code ? true : undefined), 20_000);
    await database.prisma.project.update({ where: { id: project.id }, data: { pausedAt: new Date() } });
    await refusedWith('project_paused');
    await database.prisma.project.update({ where: { id: project.id }, data: { pausedAt: null } });
    await eventually('the delivery is accepted again', async () =>
      (await send(other.token)).status === 200 ? true : undefined,
    );
    await database.prisma.integration.update({ where: { id: other.id }, data: { active: false } });
    await refusedWith('no_active_integration');
  });
});
