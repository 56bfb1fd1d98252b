import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { eventually, testDelivery, testProxy, testRedis } from '@slipway/testing';
import { Queue } from 'bullmq';
import { connectedWithin, connectFailFast } from './connection.js';
import { createDeliveryPublisher } from './delivery-publisher.js';
import { watchRedis } from './redis-health.js';
import { deliveryQueues, shardOf } from './shards.js';

const MEBIBYTE = 1024 * 1024;
const { url, prefix: namespace } = await testRedis();
const proxy = await testProxy(url);
const direct = connectFailFast(url, () => undefined);
await connectedWithin(direct, 5_000);
const closers: (() => Promise<void>)[] = [];
afterEach(() => proxy.restore());
afterAll(async () => {
  for (const close of closers) await close();
  direct.disconnect();
});

async function openPublisher() {
  const connection = connectFailFast(proxy.url, () => undefined);
  await connectedWithin(connection, 5_000);
  const health = watchRedis(connection);
  const publisher = createDeliveryPublisher({ connection, health, namespace });
  closers.push(async () => {
    await publisher.close();
    health.close();
    connection.disconnect();
  });
  return { publisher, health };
}

let projects = 0;

/** Of a project whose queue holds nothing else. */
function deliveryOf(mebibytes: number): Delivery {
  projects += 1;
  return testDelivery({ projectId: projects, body: 'x'.repeat(mebibytes * MEBIBYTE) });
}

/** The deliveries of each envelope that waits in a project's queue. */
async function queued({ projectId }: Delivery): Promise<string[][]> {
  const found: string[][] = [];
  for (const { name, prefix, shard } of deliveryQueues(namespace)) {
    if (shard !== shardOf(projectId)) continue;
    const queue = new Queue(name, { connection: direct, prefix });
    const jobs = await queue.getWaiting();
    found.push(...jobs.map(({ data }) => data.deliveries.map(({ id }: Delivery) => id)));
    await queue.close();
  }
  return found;
}

describe('a Redis that is slow to take a large delivery', () => {
  it('has it once, however often it is handed over, and small ones go on meanwhile', async () => {
    const { publisher, health } = await openPublisher();
    const large = deliveryOf(6);
    const small = deliveryOf(0);
    proxy.throttle(4 * MEBIBYTE);
    await expect(publisher.publish(large)).rejects.toThrow('took longer');
    await publisher.publish(small);
    expect(health.problem()).toBeNull();
    await publisher.handOver([large]);
    expect(await queued(large)).toEqual([[large.id]]);
    const { publisher: restarted } = await openPublisher();
    await restarted.handOver([large]);
    expect(await queued(large)).toEqual([[large.id]]);
    expect(await queued(small)).toEqual([[small.id]]);
  });

  it('is not given a second one at once', async () => {
    const { publisher } = await openPublisher();
    const [first, second] = [deliveryOf(6), deliveryOf(6)];
    proxy.throttle(4 * MEBIBYTE);
    const underway = publisher.publish(first);
    await expect(publisher.publish(second)).rejects.toThrow('on its way');
    await expect(underway).rejects.toThrow('took longer');
    await publisher.handOver([second, first]);
    expect(await queued(second)).toEqual([[second.id]]);
  });
});

describe('deliveries that are handed over', () => {
  it('go to the queues of their projects, together', async () => {
    const { publisher } = await openPublisher();
    const [one, other] = [deliveryOf(0), deliveryOf(0)];
    const again = { ...deliveryOf(0), projectId: one.projectId };
    await publisher.handOver([one, other, again]);
    expect(await queued(one)).toEqual([[one.id, again.id]]);
    expect(await queued(other)).toEqual([[other.id]]);
  });

  it('fail when Redis has gone silent, and arrive when it is back', async () => {
    const { publisher } = await openPublisher();
    const delivery = deliveryOf(2);
    await publisher.handOver([deliveryOf(0)]);
    proxy.freeze();
    await expect(publisher.handOver([delivery])).rejects.toThrow();
    proxy.restore();
    await eventually('it is taken', () =>
      publisher.handOver([delivery]).then(
        () => true,
        () => undefined,
      ),
    );
    expect(await queued(delivery)).toEqual([[delivery.id]]);
  });
});

describe('small deliveries', () => {
  it('are rejected behind a Redis that does not answer, and those that were not sent never arrive', async () => {
    const { publisher } = await openPublisher();
    // As much as an envelope holds does not wait for company.
    const first = deliveryOf(1);
    proxy.freeze();
    const sent = publisher.publish(first);
    const behind = Array.from({ length: 10 }, () => testDelivery({ projectId: first.projectId }));
    const waited = await Promise.allSettled([sent, ...behind.map((delivery) => publisher.publish(delivery))]);
    expect(waited.map(({ status }) => status)).toEqual(Array(11).fill('rejected'));
    proxy.restore();
    await eventually('what was sent arrives', async () =>
      (await queued(first)).flat().includes(first.id) ? true : undefined,
    );
    const arrived = new Set((await queued(first)).flat());
    expect(behind.filter(({ id }) => arrived.has(id))).toEqual([]);
  });

  it('travel in envelopes of bounded size', async () => {
    const { publisher } = await openPublisher();
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
