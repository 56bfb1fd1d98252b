import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE, deliveryQueues, type Lane } from './shards.js';

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

/** Reads all queues in two round trips. Envelopes are numbered in order of arrival, so the lowest id is the oldest. */
export async function readBacklog(redis: Redis, namespace: string = DEFAULT_NAMESPACE): Promise<QueueBacklog[]> {
  const queues = deliveryQueues(redis, namespace).map(({ shard, lane, name, prefix }) => ({
    shard,
    lane,
    key: `${prefix}:${name}`,
  }));
  return Promise.all(
    queues.map(async ({ key, ...queue }) => {
      const { oldestId, ...counts } = await readQueue(redis, key);
      const timestamp = oldestId === null ? null : await redis.hget(`${key}:${oldestId}`, 'timestamp');
      return { ...queue, ...counts, oldestAt: timestamp === null ? null : Number(timestamp) };
    }),
  );
}

async function readQueue(redis: Redis, key: string) {
  const [waiting, next, active, delayed, retried, failed] = await Promise.all([
    redis.llen(`${key}:wait`),
    redis.lindex(`${key}:wait`, -1),
    redis.lrange(`${key}:active`, 0, -1),
    redis.zcard(`${key}:delayed`),
    redis.zrange(`${key}:delayed`, '0', String(MAX_DELAYED_READ - 1)),
    redis.zcard(`${key}:failed`),
  ]);
  const ids = [next ?? [], active, retried].flat().map(Number);
  const oldestId = ids.length === 0 ? null : Math.min(...ids);
  return { waiting, active: active.length, delayed, failed, oldestId };
}
