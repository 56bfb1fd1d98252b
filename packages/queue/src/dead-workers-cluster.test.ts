import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { ENVELOPE_VERSION, type Envelope } from '@slipway/contracts';
import { startRedisCluster } from '@slipway/local';
import { eventually, testDelivery } from '@slipway/testing';
import { Queue, Worker } from 'bullmq';
import { connectPatient } from './connection.js';
import { startDeliveryWorkers } from './delivery-workers.js';
import { LOCK_MS } from './limits.js';
import { type DeliveryQueue, deliveryQueues, shardPrefixes } from './shards.js';

const cluster = await startRedisCluster({ replicas: false });
const settings = { REDIS_URL: cluster.url };
const connection = connectPatient(settings, () => undefined);
const namespace = 'test';
const steady = deliveryQueues(namespace).filter(({ lane }) => lane === 'steady');
const closing: (() => unknown)[] = [cluster.stop, () => connection.disconnect()];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Queues an envelope that a worker fetches, and then neither finishes nor renews. Returns its body. */
async function leftBehind({ name, prefix }: DeliveryQueue, workerId: string): Promise<string> {
  const body = randomUUID();
  const queue = new Queue<Envelope>(name, { connection, prefix });
  await queue.add('test', { v: ENVELOPE_VERSION, deliveries: [testDelivery({ body })] });
  const worker = new Worker<Envelope>(name, null, { connection, prefix, lockDuration: LOCK_MS });
  closing.push(() => queue.close());
  closing.push(() => worker.close(true));
  const job = await worker.getNextJob(`${workerId}/x:1`);
  expect(job?.data.deliveries.map((delivery) => delivery.body)).toEqual([body]);
  return body;
}

it('puts some of the shards on each of three masters', async () => {
  const masters = await Promise.all(shardPrefixes('slipway').map((prefix) => cluster.pairOf(prefix)));
  const counts = cluster.pairs.map((pair) => masters.filter((master) => master === pair).length);
  expect(counts.toSorted()).toEqual([2, 3, 3]);
});

it('takes over from a dead worker on all masters, and from none that one master still lists', async () => {
  const [first, ...others] = steady as [DeliveryQueue, ...DeliveryQueue[]];
  const frozen = randomUUID();
  const owner = await cluster.pairOf(first.prefix);
  const other = cluster.pairs.find((pair) => pair !== owner);
  const presence = connectPatient(
    { REDIS_URL: cluster.url.replace(/\+cluster(.*@).*/, `$1127.0.0.1:${other?.master.port}`) },
    () => undefined,
  );
  closing.push(() => presence.disconnect());
  await presence.client('SETNAME', `slipway-worker:${frozen}`);
  const kept = await leftBehind(first, frozen);
  const left = await Promise.all(others.map((queue) => leftBehind(queue, randomUUID())));
  const applied: string[] = [];
  const errors: Error[] = [];
  const workers = startDeliveryWorkers({
    connection,
    namespace,
    concurrency: 1,
    transactions: 2,
    apply: async ({ deliveries }) => void applied.push(...deliveries.map(({ body }) => body)),
    onError: (error) => void errors.push(error),
  });
  closing.push(() => workers.close());
  await eventually('the envelopes of dead workers are applied', async () =>
    left.every((body) => applied.includes(body)) ? true : undefined,
  );
  expect(applied.toSorted()).toEqual(left.toSorted());
  expect(applied).not.toContain(kept);
  expect(errors).toEqual([]);
});
