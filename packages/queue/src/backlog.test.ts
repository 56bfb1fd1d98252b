import { afterAll, expect, it } from '@jest/globals';
import { testRedis } from '@slipway/testing';
import { Queue } from 'bullmq';
import { readBacklog } from './backlog.js';
import { connectedWithin, connectFailFast } from './connection.js';
import { SHARD_COUNT, shardQueue } from './shards.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectFailFast(url, () => undefined);
await connectedWithin(connection, 5_000);
const { name, prefix } = shardQueue(3, namespace);
const queue = new Queue(name, { connection, prefix });
afterAll(async () => {
  await queue.close();
  connection.disconnect();
});

const empty = { waiting: 0, active: 0, delayed: 0, failed: 0, oldestAt: null };

it('tells how full each shard is, and the age of the oldest envelope, also of one that is tried again', async () => {
  expect(await readBacklog(connection, namespace)).toEqual(
    Array.from({ length: SHARD_COUNT }, (_, shard) => ({ shard, ...empty })),
  );
  await queue.add('apply_deliveries', {}, { timestamp: 1_000, delay: 60_000 });
  for (const timestamp of [2_000, 3_000]) await queue.add('apply_deliveries', {}, { timestamp });
  const shards = await readBacklog(connection, namespace);
  expect(shards[3]).toEqual({ ...empty, shard: 3, waiting: 2, delayed: 1, oldestAt: 1_000 });
  expect(shards[4]).toEqual({ ...empty, shard: 4 });
  await queue.remove('1');
  expect((await readBacklog(connection, namespace))[3]?.oldestAt).toBe(2_000);
});
