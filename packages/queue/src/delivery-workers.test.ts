import { afterAll, describe, expect, it } from '@jest/globals';
import { type Delivery, ENVELOPE_VERSION } from '@slipway/contracts';
import { eventually, testDelivery, testRedis } from '@slipway/testing';
import { Queue } from 'bullmq';
import { connectPatient } from './connection.js';
import { startDeliveryWorkers } from './delivery-workers.js';
import { deliveryQueues } from './shards.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectPatient(url, () => undefined);
const [first] = deliveryQueues(namespace);
if (first === undefined) throw new Error('there are no queues');
const queue = new Queue(first.name, { connection, prefix: first.prefix });
afterAll(async () => {
  await queue.close();
  connection.disconnect();
});

/** Queues envelopes of one delivery each, takes them all, and returns them as they were applied together. */
async function applied(bodies: readonly string[]): Promise<Delivery[][]> {
  const runs: Delivery[][] = [];
  await queue.addBulk(
    bodies.map((body) => ({ name: 'test', data: { v: ENVELOPE_VERSION, deliveries: [testDelivery({ body })] } })),
  );
  const workers = startDeliveryWorkers({
    connection,
    namespace,
    concurrency: 1,
    apply: async ({ deliveries }) => void runs.push([...deliveries]),
    onError: () => undefined,
  });
  await eventually('all are applied', async () => (runs.flat().length >= bodies.length ? true : undefined));
  await workers.close();
  return runs;
}

describe('startDeliveryWorkers', () => {
  it('never takes together what is too much for one transaction', async () => {
    const bodies = [3, 3, 1, 5, 1].map((mebibytes) => 'x'.repeat(mebibytes * 1024 * 1024));
    const runs = await applied(bodies);
    const sizes = runs.map((run) => run.map(({ body }) => body.length / 1024 / 1024));
    expect(sizes.flat().toSorted()).toEqual([1, 1, 3, 3, 5]);
    const together = sizes.filter(({ length }) => length > 1);
    for (const run of together) expect(run.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4);
  });

  it('tells once of an envelope that was given to another run, and finishes both', async () => {
    const errors: string[] = [];
    const runs: (() => void)[] = [];
    const job = await queue.add('test', { v: ENVELOPE_VERSION, deliveries: [testDelivery()] });
    const workers = startDeliveryWorkers({
      connection,
      namespace,
      concurrency: 2,
      apply: () => new Promise((resolve) => void runs.push(resolve)),
      onError: ({ message }) => void errors.push(message),
    });
    const begun = (count: number) => async () => (runs.length >= count ? true : undefined);
    await eventually('it is begun', begun(1));
    await connection.del(`${first?.prefix}:${first?.name}:${job.id}:lock`);
    await eventually('it is begun once more', begun(2));
    for (const finish of runs) finish();
    await eventually('it is done', async () => ((await job.getState()) === 'completed' ? true : undefined));
    await workers.close();
    expect(errors).toEqual([`job ${job.id} was given to another run: its lock was not renewed in time`]);
  });
});
