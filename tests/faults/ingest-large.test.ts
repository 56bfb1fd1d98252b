import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { connectRetrying } from '@slipway/queue';
import {
  eventually,
  factories,
  openTestDatabase,
  testDatabase,
  testProcess,
  testProxy,
  testRedis,
} from '@slipway/testing';
import { type IngestProcess, ingestProcesses } from './ingest-process.js';

const MEGABYTE = 1_000_000;
const databaseUrl = (await testDatabase()).url;
const redisUrl = (await testRedis()).url;
const proxy = await testProxy(redisUrl);
const { settings, onClose } = await testProcess({ DATABASE_URL: databaseUrl });
const database = openTestDatabase(databaseUrl);
onClose('test database', () => database.close());
const redis = connectRetrying({ REDIS_URL: redisUrl }, () => undefined);
const make = factories(database);
const { accountId } = await make.studio();
const dataDir = await mkdtemp(join(tmpdir(), 'slipway-large-'));
const ingest = ingestProcesses({ ...settings, REDIS_URL: proxy.url, DATA_DIR: dataDir });
/** Has a spool that nothing else has written to. */
const orderly = ingestProcesses({ ...settings, DATA_DIR: join(dataDir, 'orderly') });
afterEach(async () => {
  proxy.restore();
  await redis.flushdb();
});
afterAll(async () => {
  redis.disconnect();
  await rm(dataDir, { recursive: true, force: true });
});

async function newToken(): Promise<string> {
  return (await make.integration(await make.project(accountId), 'jenkins')).token;
}

let numbers = 0;

function build(megabytes: number): string {
  numbers += 1;
  const description = 'A line of a log. "Quoted".\n'.repeat((megabytes * MEGABYTE) / 30);
  return JSON.stringify({ job_name: 'Harbor', build_number: numbers, status: 'SUCCESS', description });
}

// No worker is running, so everything that was ever queued can be counted.
const FIRST_IDS = `local found = {}
for _, key in ipairs(redis.call('KEYS', '{slipway:*}:deliveries-*:*')) do
  if redis.call('TYPE', key).ok == 'hash' then
    local data = redis.call('HGET', key, 'data')
    if data then found[#found + 1] = string.match(data, '"id":"([^"]+)"') end
  end
end
return found`;

const queuedIds = async () => (await redis.eval(FIRST_IDS, 0)) as string[];

async function allQueued(ids: readonly string[]): Promise<void> {
  await eventually('all deliveries are queued', async () => {
    const queued = new Set(await queuedIds());
    return ids.every((id) => queued.has(id)) ? true : undefined;
  });
}

/** Sends the body until it is accepted, respecting Retry-After. */
async function sendUntilAccepted(instance: IngestProcess, token: string, body: string): Promise<string> {
  for (;;) {
    const { status, retryAfter, deliveryId } = await instance.report(token, body);
    if (status === 200) return deliveryId;
    expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
    await delay(Number(retryAfter) * 1_000);
  }
}

describe('large deliveries', () => {
  it('are queued once over a slow connection to Redis, and do not delay small ones', async () => {
    const [large, small] = [await newToken(), await newToken()];
    const instance = await ingest.start();
    proxy.throttle(6 * MEGABYTE);
    // Much larger bodies would delay the small ones on a busy machine, because reading a body takes CPU time.
    const sending = sendUntilAccepted(instance, large, build(8));
    const smallOnes = await Promise.all(Array.from({ length: 20 }, () => instance.report(small, build(0))));
    expect(smallOnes.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const first = await sending;
    const last = await sendUntilAccepted(instance, large, build(2));
    await allQueued([first, last]);
    const ids = await queuedIds();
    expect(ids.filter((id) => id === first)).toHaveLength(1);
    await instance.kill();
  });

  it('are all queued when they arrive together, in bounded memory', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, newToken));
    const instance = await ingest.start();
    const accepted = await Promise.all(tokens.map((token) => sendUntilAccepted(instance, token, build(24))));
    // On a slow disk some are in the queue twice; the ledger lets each take effect once.
    await allQueued(accepted);
    expect((await instance.peakMemory()) ?? 0).toBeLessThan(1_000 * MEGABYTE);
    await instance.kill();
  });

  it('are queued before a process exits on a stop request, because none may follow it', async () => {
    const instance = await orderly.start();
    const accepted = await sendUntilAccepted(instance, await newToken(), build(2));
    expect(await instance.end()).toBe(0);
    expect(await queuedIds()).toContain(accepted);
  });
});
