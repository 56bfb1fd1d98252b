import { expect, it } from '@jest/globals';
import { eventually, testDelivery, testRedis } from '@slipway/testing';
import { readBacklog } from './backlog.js';
import { connectRetrying } from './connection.js';
import { DeliveryPublisher } from './delivery-publisher.js';
import { startDeliveryWorkers } from './delivery-workers.js';
import { deliveryQueues } from './shards.js';

const { url, prefix: namespace } = await testRedis();

/** A project whose shard changes with the number. */
const PROJECT = 11;

it('workers with more shards take what every publisher queues while the number grows', async () => {
  const [before, after] = [8, 16].map((shards) =>
    connectRetrying({ REDIS_URL: url, QUEUE_SHARDS: shards }, () => undefined),
  ) as [ReturnType<typeof connectRetrying>, ReturnType<typeof connectRetrying>];
  const publishers = [before, after].map((connection) => new DeliveryPublisher({ connection, namespace }));
  const deliveries = publishers.map(() => testDelivery({ projectId: PROJECT }));
  for (const [place, publisher] of publishers.entries())
    await publisher.publish(deliveries[place] as (typeof deliveries)[number]);
  const queued = (await readBacklog(after, namespace)).filter(({ waiting }) => waiting > 0);
  expect(queued.map(({ shard }) => shard)).toEqual([PROJECT % 8, PROJECT % 16]);
  expect(deliveryQueues(after, namespace).slice(0, 16)).toEqual(deliveryQueues(before, namespace));

  const applied: string[] = [];
  const workers = startDeliveryWorkers({
    connection: after,
    namespace,
    concurrency: 1,
    transactions: 1,
    apply: async ({ deliveries: batch }) => void applied.push(...batch.map(({ id }) => id)),
    onError: () => undefined,
  });
  await eventually('both are applied', async () => (applied.length >= 2 ? true : undefined));
  expect(applied.toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  await workers.close();
  for (const publisher of publishers) await publisher.close();
  for (const connection of [before, after]) connection.disconnect();
});
