import type { Delivery, Envelope, JobPayload, SingleJobName } from '@slipway/contracts';
import type { Redis } from './connection.js';
import { DeliveryPublisher } from './delivery-publisher.js';
import { createJobPublisher, jobQueueKey } from './jobs.js';
import { isTimer } from './schedules.js';
import { DEFAULT_NAMESPACE, deliveryQueues } from './shards.js';

/** What waits in the queues: the deliveries of one envelope, or a single job. */
export type QueuedWork =
  | { readonly deliveries: readonly Delivery[] }
  | { readonly name: SingleJobName; readonly id: string; readonly payload: unknown };

/** Envelopes may be several megabytes large. */
const PAGE = 20;

/**
 * Reads everything that is queued, active or failed, except timers, which workers schedule by themselves. Work that is
 * added meanwhile may be left out, and so is work that ends meanwhile.
 */
export async function* readQueuedWork(
  redis: Redis,
  namespace: string = DEFAULT_NAMESPACE,
): AsyncGenerator<QueuedWork> {
  for (const { name, prefix } of deliveryQueues(redis, namespace))
    for await (const { data } of readJobs(redis, `${prefix}:${name}`)) {
      const { deliveries } = JSON.parse(data) as Envelope;
      yield { deliveries };
    }
  for await (const { jobId, name, data } of readJobs(redis, jobQueueKey(namespace))) {
    const id = jobId.slice(name.length + 1);
    if (!isTimer(name)) yield { name: name as SingleJobName, id, payload: JSON.parse(data) };
  }
}

async function* readJobs(redis: Redis, key: string) {
  const ids = await readIds(redis, key);
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE);
    const jobs = await Promise.all(page.map((id) => redis.hmget(`${key}:${id}`, 'name', 'data')));
    for (const [place, [name, data]] of jobs.entries())
      if (typeof name === 'string' && typeof data === 'string') yield { jobId: page[place] as string, name, data };
  }
}

/** At one moment, because a job that moves from one list to another would otherwise be missed. */
async function readIds(redis: Redis, key: string): Promise<string[]> {
  const answers = await redis
    .multi()
    .lrange(`${key}:wait`, 0, -1)
    .lrange(`${key}:paused`, 0, -1)
    .lrange(`${key}:active`, 0, -1)
    .zrange(`${key}:prioritized`, '0', '-1')
    .zrange(`${key}:delayed`, '0', '-1')
    .zrange(`${key}:failed`, '0', '-1')
    .exec();
  return (answers ?? []).flatMap(([error, ids]) => {
    if (error !== null) throw error;
    return ids as string[];
  });
}

/** Queues work again; the ledger ignores deliveries that were applied. */
export function openQueuedWork(connection: Redis, namespace: string = DEFAULT_NAMESPACE) {
  const publisher = new DeliveryPublisher({ connection, namespace });
  const jobs = createJobPublisher({ connection, namespace });
  return {
    async add(work: QueuedWork): Promise<void> {
      if ('deliveries' in work) return publisher.enqueue(work.deliveries);
      await jobs.enqueue(work.name, work.payload as JobPayload<SingleJobName>, work.id);
    },
    async close(): Promise<void> {
      await publisher.close();
      await jobs.close();
    },
  };
}
