import { afterAll, expect, it } from '@jest/globals';
import { testRedis } from '@slipway/testing';
import { Queue } from 'bullmq';
import { readBacklog } from './backlog.js';
import { connectFailFast, waitForConnection } from './connection.js';
import { type DeliveryQueue, deliveryQueues } from './shards.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectFailFast({ REDIS_URL: url }, () => undefined);
await waitForConnection(connection, 5_000);
const queues = deliveryQueues(connection, namespace);
const place = queues.findIndex(({ shard, lane }) => shard === 3 && lane === 'flood');
const { name, prefix } = queues[place] as DeliveryQueue;
const queue = new Queue(name, { connection, prefix });
afterAll(async () => {
  await queue.close();
  connection.disconnect();
});

const empty = { waiting: 0, active: 0, delayed: 0, failed: 0, oldestAt: null };

it('readBacklog returns the counts of each queue and the time of its oldest envelope, including retried ones', async () => {
  expect(await readBacklog(connection, namespace)).toEqual(
    queues.map(({ shard, lane }) => ({ shard, lane, ...empty })),
  );
  await queue.add('apply_deliveries', {}, { timestamp: 1_000, delay: 60_000 });
  for (const timestamp of [2_000, 3_000]) await queue.add('apply_deliveries', {}, { timestamp });
  const read = await readBacklog(connection, namespace);
  expect(read[place]).toEqual({ ...empty, shard: 3, lane: 'flood', waiting: 2, delayed: 1, oldestAt: 1_000 });
  expect(read[place + 1]).toEqual({ ...empty, shard: 4, lane: 'steady' });
  await queue.remove('1');
  expect((await readBacklog(connection, namespace))[place]?.oldestAt).toBe(2_000);
});
