import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { eventually, testDelivery, testProxy, testRedis } from '@slipway/testing';
import { Queue } from 'bullmq';
import { connectFailFast, waitForConnection } from './connection.js';
import { DeliveryPublisher } from './delivery-publisher.js';
import { watchRedis } from './redis-health.js';
import { deliveryQueues, shardOf } from './shards.js';

const MEBIBYTE = 1024 * 1024;
const { url, prefix: namespace } = await testRedis();
const proxy = await testProxy(url);
const direct = connectFailFast({ REDIS_URL: url }, () => undefined);
await waitForConnection(direct, 5_000);
const closers: (() => Promise<void>)[] = [];
afterEach(() => proxy.restore());
afterAll(async () => {
  for (const close of closers) await close();
  direct.disconnect();
});

/** A publisher with the usual limits, or with `maxWaitMs` for everything. */
async function openPublisher(maxWaitMs?: number) {
  const connection = connectFailFast({ REDIS_URL: proxy.url }, () => undefined, maxWaitMs);
  await waitForConnection(connection, 5_000);
  const health = watchRedis(connection);
  const limits = maxWaitMs === undefined ? {} : { maxWaitMs };
  const publisher = new DeliveryPublisher({ connection, health, namespace, ...limits });
  closers.push(async () => {
    await publisher.close();
    health.close();
    connection.disconnect();
  });
  return publisher;
}

async function openEnqueuer(commandTimeoutMs: number) {
  const connection = connectFailFast({ REDIS_URL: proxy.url }, () => undefined, commandTimeoutMs);
  await waitForConnection(connection, 5_000);
  const enqueuer = new DeliveryPublisher({ connection, namespace });
  closers.push(async () => {
    await enqueuer.close();
    connection.disconnect();
  });
  return enqueuer;
}

let projects = 0;

/** A delivery of a project that has no other deliveries. */
function deliveryOf(mebibytes: number): Delivery {
  projects += 1;
  return testDelivery({ projectId: projects, body: 'x'.repeat(mebibytes * MEBIBYTE) });
}

/** The ids of the deliveries in each envelope that waits in the project's queues. */
async function queued({ projectId }: Delivery): Promise<string[][]> {
  const found: string[][] = [];
  for (const { name, prefix, shard } of deliveryQueues(direct, namespace)) {
    if (shard !== shardOf(direct, projectId)) continue;
    const queue = new Queue(name, { connection: direct, prefix });
    const jobs = await queue.getWaiting();
    found.push(...jobs.map(({ data }) => data.deliveries.map(({ id }: Delivery) => id)));
    await queue.close();
  }
  return found;
}

describe('enqueued deliveries', () => {
  it('go to the queues of their projects, one envelope per queue', async () => {
    const enqueuer = await openEnqueuer(5_000);
    const [one, other] = [deliveryOf(0), deliveryOf(0)];
    const again = { ...deliveryOf(0), projectId: one.projectId };
    await enqueuer.enqueue([one, other, again]);
    expect(await queued(one)).toEqual([[one.id, again.id]]);
    expect(await queued(other)).toEqual([[other.id]]);
  });

  it('are remembered: publishing the same key again returns the first id', async () => {
    const enqueuer = await openEnqueuer(5_000);
    const publisher = await openPublisher();
    const first = deliveryOf(0);
    await enqueuer.enqueue([first]);
    const repeat = { ...first, id: testDelivery().id };
    expect(await publisher.publish(repeat)).toEqual({ duplicateOf: first.id });
  });

  it('may take as long as a slow connection needs, while small deliveries are published', async () => {
    const enqueuer = await openEnqueuer(30_000);
    const publisher = await openPublisher();
    const [large, small] = [deliveryOf(6), deliveryOf(0)];
    proxy.throttle(4 * MEBIBYTE);
    const enqueuing = enqueuer.enqueue([large]);
    await publisher.publish(small);
    await enqueuing;
    expect(await queued(large)).toEqual([[large.id]]);
    expect(await queued(small)).toEqual([[small.id]]);
  });

  it('fail when Redis does not respond in time', async () => {
    const enqueuer = await openEnqueuer(200);
    proxy.freeze();
    await expect(enqueuer.enqueue([deliveryOf(0)])).rejects.toThrow();
  });
});

describe('published deliveries', () => {
  it('are rejected when Redis does not respond, and never arrive unless they were sent', async () => {
    const publisher = await openPublisher();
    // A full envelope is sent without gathering.
    const first = deliveryOf(1);
    proxy.freeze();
    const sent = publisher.publish(first);
    const behind = Array.from({ length: 10 }, () => testDelivery({ projectId: first.projectId }));
    const waited = await Promise.allSettled([sent, ...behind.map((delivery) => publisher.publish(delivery))]);
    expect(waited.map(({ status }) => status)).toEqual(Array(11).fill('rejected'));
    proxy.restore();
    await eventually('the sent delivery arrives', async () =>
      (await queued(first)).flat().includes(first.id) ? true : undefined,
    );
    const arrived = new Set((await queued(first)).flat());
    expect(behind.filter(({ id }) => arrived.has(id))).toEqual([]);
  });

  it('travel in envelopes of bounded size', async () => {
    const publisher = await openPublisher(30_000);
    const first = deliveryOf(0);
    const many = Array.from({ length: 12 }, () =>
      testDelivery({ projectId: first.projectId, body: 'x'.repeat(MEBIBYTE / 4) }),
    );
    await Promise.all(many.map((delivery) => publisher.publish(delivery)));
    const envelopes = await queued(first);
    expect(envelopes.flat()).toEqual(expect.arrayContaining(many.map(({ id }) => id)));
    expect(Math.max(...envelopes.map(({ length }) => length))).toBeLessThanOrEqual(4);
  });
});
