import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { ENVELOPE_VERSION, type Envelope } from '@slipway/contracts';
import { eventually, testDelivery, testRedis } from '@slipway/testing';
import { Queue, Worker } from 'bullmq';
import { connectPatient, duplicateNamed } from './connection.js';
import { startDeliveryWorkers } from './delivery-workers.js';
import { LOCK_MS, UNSEEN_ABSENCE_MS } from './limits.js';
import { deliveryQueues } from './shards.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectPatient({ REDIS_URL: url }, () => undefined);
const [first] = deliveryQueues(namespace);
if (first === undefined) throw new Error('there are no queues');
const { name, prefix } = first;
const queue = new Queue<Envelope>(name, { connection, prefix });
const user = `test-${randomUUID()}`;
afterAll(async () => {
  await connection.acl('DELUSER', user);
  await queue.close();
  connection.disconnect();
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Queues an envelope that a worker fetches, and then neither finishes nor renews. Returns its body. */
async function leftBehind(workerId: string, lockDuration = LOCK_MS): Promise<string> {
  const body = randomUUID();
  await queue.add('test', { v: ENVELOPE_VERSION, deliveries: [testDelivery({ body })] });
  const worker = new Worker<Envelope>(name, null, { connection, prefix, lockDuration });
  closing.push(() => worker.close(true));
  const job = await worker.getNextJob(`${workerId}/x:1`);
  expect(job?.data.deliveries.map((delivery) => delivery.body)).toEqual([body]);
  return body;
}

function applyAll(redis = connection): string[] {
  const applied: string[] = [];
  const workers = startDeliveryWorkers({
    connection: redis,
    namespace,
    concurrency: 1,
    transactions: 1,
    apply: async ({ deliveries }) => void applied.push(...deliveries.map(({ body }) => body)),
    onError: (error) => {
      throw error;
    },
  });
  closing.push(() => workers.close());
  return applied;
}

async function workerNames(): Promise<string[]> {
  const list = String(await connection.client('LIST'));
  return Array.from(list.matchAll(/ name=slipway-worker:(\S+)/g), ([, worker]) => String(worker));
}

it('gives the envelopes of a worker that died to others long before its locks expire', async () => {
  const body = await leftBehind(randomUUID());
  const applied = applyAll();
  await eventually('the envelope is applied', async () => (applied.includes(body) ? true : undefined));
});

it('leaves the envelopes of a worker alone that is frozen, but connected', async () => {
  const frozen = randomUUID();
  const presence = duplicateNamed(connection, `slipway-worker:${frozen}`);
  closing.push(() => presence.disconnect());
  await presence.ping();
  const kept = await leftBehind(frozen);
  const left = await leftBehind(randomUUID());
  const applied = applyAll();
  await eventually('the envelope of the dead worker is applied', async () =>
    applied.includes(left) ? true : undefined,
  );
  expect(applied).not.toContain(kept);
  expect(await queue.getActiveCount()).toBe(1);
});

it('releases an envelope that this worker locked without learning of it', async () => {
  const frozen = randomUUID();
  const presence = duplicateNamed(connection, `slipway-worker:${frozen}`);
  closing.push(() => presence.disconnect());
  await presence.ping();
  const body = await leftBehind(frozen);
  const before = await workerNames();
  const applied = applyAll();
  const worker = await eventually('the worker is connected', async () =>
    (await workerNames()).find((name) => !before.includes(name)),
  );
  const [id] = await connection.lrange(`${prefix}:${name}:active`, 0, -1);
  await connection.set(`${prefix}:${name}:${id}:lock`, `${worker}/x:1`, 'PX', LOCK_MS);
  await eventually('the envelope is applied', async () => (applied.includes(body) ? true : undefined));
});

it('goes by the age of locks where connections cannot be listed', async () => {
  await connection.acl('SETUSER', user, 'on', 'nopass', '~*', '&*', '+@all', '-client|list');
  const restricted = connectPatient({ REDIS_URL: url.replace(/:\/\/.*@/, `://${user}:x@`) }, () => undefined);
  closing.push(() => restricted.disconnect());
  const body = await leftBehind(randomUUID(), LOCK_MS - UNSEEN_ABSENCE_MS);
  const applied = applyAll(restricted);
  await eventually('the envelope is applied', async () => (applied.includes(body) ? true : undefined));
});
