import type { Redis } from 'ioredis';
import { DEFAULT_NAMESPACE, deliveryQueues, type Lane } from './shards.js';

/** How full a queue of deliveries is. */
export interface QueueBacklog {
  readonly shard: number;
  readonly lane: Lane;
  readonly waiting: number;
  readonly active: number;
  /** Waiting for another attempt. */
  readonly delayed: number;
  /** Given up by the queue, which should never happen. */
  readonly failed: number;
  /** When the oldest envelope that is not applied yet was queued; null when the queue is empty. */
  readonly oldestAt: number | null;
}

/** With more retries than these there is an outage, and one of the first is about as old as the oldest. */
const MAX_DELAYED_READ = 100;

type Reply = [error: Error | null, value: unknown];

/** Reads all queues in two round trips. Envelopes are numbered in order of arrival, so the lowest id is the oldest. */
export async function readBacklog(redis: Redis, namespace: string = DEFAULT_NAMESPACE): Promise<QueueBacklog[]> {
  const queues = deliveryQueues(namespace).map(({ shard, lane, name, prefix }) => ({
    shard,
    lane,
    key: `${prefix}:${name}`,
  }));
  const lists = redis.pipeline();
  for (const { key } of queues) {
    lists
      .llen(`${key}:wait`)
      .lindex(`${key}:wait`, -1)
      .lrange(`${key}:active`, 0, -1)
      .zcard(`${key}:delayed`)
      .zrange(`${key}:delayed`, '0', String(MAX_DELAYED_READ - 1))
      .zcard(`${key}:failed`);
  }
  const replies = await run(lists.exec());
  const read = queues.map((queue, place) => {
    const [waiting, next, active, delayed, retried, failed] = replies.slice(place * 6, place * 6 + 6);
    const ids = [next ?? [], active, retried].flat() as string[];
    const counts = {
      waiting: Number(waiting),
      active: (active as string[]).length,
      delayed: Number(delayed),
      failed: Number(failed),
    };
    return { ...queue, ...counts, oldestId: ids.length === 0 ? null : Math.min(...ids.map(Number)) };
  });
  const times = redis.pipeline();
  for (const { key, oldestId } of read) times.hget(`${key}:${oldestId}`, 'timestamp');
  const timestamps = await run(times.exec());
  return read.map(({ key: _key, oldestId: _id, ...counts }, place) => {
    const timestamp = timestamps[place];
    return { ...counts, oldestAt: typeof timestamp === 'string' ? Number(timestamp) : null };
  });
}

async function run(executed: Promise<Reply[] | null>): Promise<unknown[]> {
  const replies = (await executed) ?? [];
  return replies.map(([error, value]) => {
    if (error !== null) throw error;
    return value;
  });
}
