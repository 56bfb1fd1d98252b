import { expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { readBacklog } from '@slipway/queue';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { mixedProjects, toDelivery } from './mixed/deliveries.js';
import { cook, push } from './mixed/webhooks.js';
import { openPublisher } from './publisher.js';

const FLOOD = 4_000;
const SHARDS = 8;
const AT_ONCE = 250;

const context = await testProcess({ WORKER_CONCURRENCY: '1' });
const { settings, onClose } = context;
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { publisher, redis } = openPublisher({ settings, onClose });
/** Projects have consecutive ids, so the first and the last one share a shard. */
const projects = await mixedProjects(factories(database), SHARDS + 1);

/** Only a few at a time: the publisher refuses deliveries that would wait long behind others. */
async function publish(deliveries: readonly Delivery[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += AT_ONCE) {
    const together = deliveries.slice(start, start + AT_ONCE);
    await Promise.all(together.map((delivery) => publisher.publish(delivery)));
  }
}

/** When the project's last delivery was applied. */
async function lastFinished(projectId: number): Promise<number> {
  const { _max } = await database.prisma.delivery.aggregate({ where: { projectId }, _max: { finishedAt: true } });
  return _max.finishedAt?.getTime() ?? 0;
}

it('a delivery does not wait behind a flood of another project in the same shard', async () => {
  const [flooding, other] = [projects[0], projects[SHARDS]];
  if (flooding === undefined || other === undefined) throw new Error('too few projects');
  expect(other.id % SHARDS).toBe(flooding.id % SHARDS);
  const cooks = Array.from({ length: FLOOD }, (_, n) => cook(n)).flat();
  await publish(cooks.map((webhook) => toDelivery(flooding, webhook, Date.now())));
  await publish(push(1).map((webhook) => toDelivery(other, webhook, Date.now())));
  const waiting = (await readBacklog(redis)).filter((queue) => queue.waiting > 0);
  expect(waiting.map(({ shard, lane }) => ({ shard, lane }))).toEqual([
    { shard: flooding.id % SHARDS, lane: 'steady' },
    { shard: flooding.id % SHARDS, lane: 'flood' },
  ]);

  await runWorker(context);
  await eventually(
    'all deliveries are applied',
    async () => ((await database.prisma.delivery.count()) === FLOOD + 1 ? true : undefined),
    120_000,
  );
  expect(await database.prisma.change.count({ where: { projectId: other.id } })).toBe(2);
  expect(await lastFinished(other.id)).toBeLessThan(await lastFinished(flooding.id));
}, 150_000);
