import { afterAll, describe, expect, it } from '@jest/globals';
import { type Delivery, ENVELOPE_VERSION } from '@slipway/contracts';
import { eventually, testDelivery, testRedis } from '@slipway/testing';
import { Queue, Worker } from 'bullmq';
import { connectRetrying } from './connection.js';
import { startDeliveryWorkers } from './delivery-workers.js';
import { deliveryQueues } from './shards.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectRetrying({ REDIS_URL: url }, () => undefined);
const [first] = deliveryQueues(connection, namespace);
if (first === undefined) throw new Error('there are no queues');
const queue = new Queue(first.name, { connection, prefix: first.prefix });
afterAll(async () => {
  await queue.close();
  connection.disconnect();
});

/** Queues one envelope per body, and returns the deliveries of each batch that the workers apply. */
async function applied(bodies: readonly string[]): Promise<Delivery[][]> {
  const runs: Delivery[][] = [];
  await queue.addBulk(
    bodies.map((body) => ({ name: 'test', data: { v: ENVELOPE_VERSION, deliveries: [testDelivery({ body })] } })),
  );
  const workers = startDeliveryWorkers({
    connection,
    namespace,
    concurrency: 1,
    transactions: 1,
    apply: async ({ deliveries }) => void runs.push([...deliveries]),
    onError: () => undefined,
  });
  await eventually('all are applied', async () => (runs.flat().length >= bodies.length ? true : undefined));
  await workers.close();
  return runs;
}

describe('startDeliveryWorkers', () => {
  it('never applies more than four megabytes in one batch, unless a single envelope is larger', async () => {
    const bodies = [3, 3, 1, 5, 1].map((mebibytes) => 'x'.repeat(mebibytes * 1024 * 1024));
    const runs = await applied(bodies);
    const sizes = runs.map((run) => run.map(({ body }) => body.length / 1024 / 1024));
    expect(sizes.flat().toSorted()).toEqual([1, 1, 3, 3, 5]);
    const together = sizes.filter(({ length }) => length > 1);
    for (const run of together) expect(run.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4);
  });

  it('reports an envelope only once when it loses its lock and restarts, and completes it', async () => {
    const errors: string[] = [];
    const runs: (() => void)[] = [];
    const job = await queue.add('test', { v: ENVELOPE_VERSION, deliveries: [testDelivery()] });
    const workers = startDeliveryWorkers({
      connection,
      namespace,
      concurrency: 2,
      transactions: 2,
      apply: () => new Promise((resolve) => void runs.push(resolve)),
      onError: ({ message }) => void errors.push(message),
    });
    const started = (count: number) => async () => (runs.length >= count ? true : undefined);
    await eventually('the first run starts', started(1));
    await connection.del(`${first?.prefix}:${first?.name}:${job.id}:lock`);
    await eventually('the second run starts', started(2));
    for (const finish of runs) finish();
    await eventually('the job is completed', async () =>
      (await job.getState()) === 'completed' ? true : undefined,
    );
    await workers.close();
    expect(errors).toEqual([`job ${job.id} was given to another run: its lock was not renewed in time`]);
  });

  it('applies the envelope of a worker that stopped renewing its lock', async () => {
    const delivery = testDelivery();
    await queue.add('test', { v: ENVELOPE_VERSION, deliveries: [delivery] });
    const gone = new Worker(first?.name ?? '', null, { connection, prefix: first?.prefix ?? '', lockDuration: 1 });
    expect(await gone.getNextJob('gone')).toBeDefined();
    const stalls: number[] = [];
    const runs: string[] = [];
    const workers = startDeliveryWorkers({
      connection,
      namespace,
      concurrency: 1,
      transactions: 1,
      apply: async ({ deliveries }) => void runs.push(...deliveries.map(({ id }) => id)),
      onError: () => undefined,
      onStalled: () => void stalls.push(1),
    });
    await eventually('it is applied', async () => (runs.length > 0 ? true : undefined));
    await workers.close();
    await gone.close(true);
    expect([runs, stalls]).toEqual([[delivery.id], [1]]);
  });

  it('opens no more transactions than allowed, however many queues are full', async () => {
    const queues = deliveryQueues(connection, namespace).map(
      ({ name, prefix }) => new Queue(name, { connection, prefix, skipMetasUpdate: true }),
    );
    for (const each of queues) await each.add('test', { v: ENVELOPE_VERSION, deliveries: [testDelivery()] });
    let running = 0;
    let most = 0;
    let applied = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const workers = startDeliveryWorkers({
      connection,
      namespace,
      concurrency: 2,
      transactions: 3,
      async apply({ deliveries }) {
        running += 1;
        most = Math.max(most, running);
        await released;
        running -= 1;
        applied += deliveries.length;
      },
      onError: () => undefined,
    });
    await eventually('all transactions are open', async () => (running === 3 ? true : undefined));
    release();
    await eventually('all are applied', async () => (applied === queues.length ? true : undefined));
    await workers.close();
    await Promise.all(queues.map((each) => each.close()));
    expect(most).toBe(3);
  });

  it('retries an envelope that failed', async () => {
    let attempts = 0;
    const retried: string[] = [];
    const job = await queue.add(
      'test',
      { v: ENVELOPE_VERSION, deliveries: [testDelivery()] },
      { attempts: 5, backoff: { type: 'custom' }, removeOnComplete: false },
    );
    const workers = startDeliveryWorkers({
      connection,
      namespace,
      concurrency: 1,
      transactions: 1,
      async apply() {
        attempts += 1;
        if (attempts === 1) throw new Error('no database');
      },
      onError: () => undefined,
      onRetry: ({ message }) => void retried.push(message),
    });
    await eventually('the job is completed', async () =>
      (await job.getState()) === 'completed' ? true : undefined,
    );
    await workers.close();
    expect([attempts, retried]).toEqual([2, ['no database']]);
  });
});
