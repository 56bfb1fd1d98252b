import type { Redis } from 'ioredis';
import { DEFAULT_NAMESPACE, deliveryQueues, type Lane } from './shards.js';

/** How full a queue of deliveries is. */
export interface QueueBacklog {
  readonly shard: number;
  readonly lane: Lane;
  readonly waiting: number;
  readonly active: number;
  /** Waiting to be tried again. */
  readonly delayed: number;
  /** Given up by the queue, which should never happen. */
  readonly failed: number;
  /** When the oldest envelope that is not applied yet was queued; null when there is none. */
  readonly oldestAt: number | null;
}

/** More retries than these at once are an outage, in which the first of them is as telling as the oldest. */
const DELAYED_LOOKED_AT = 100;

type Reply = [error: Error | null, value: unknown];

/**
 * Reads all queues in two round trips. Most envelopes are numbered in the order they came, so that the lowest is the
 * oldest of them; large and spooled ones have names.
 */
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
      .zrange(`${key}:delayed`, '0', String(DELAYED_LOOKED_AT - 1))
      .zcard(`${key}:failed`);
  }
  const replies = await run(lists.exec());
  const read = queues.map((queue, place) => {
    const [waiting, next, active, delayed, retried, failed] = replies.slice(place * 6, place * 6 + 6);
    const ids = [next ?? [], active, retried].flat() as string[];
    return {
      ...queue,
      waiting: Number(waiting),
      active: (active as string[]).length,
      delayed: Number(delayed),
      failed: Number(failed),
      candidates: oldestAmong(ids),
    };
  });
  const times = redis.pipeline();
  for (const { key, candidates } of read) for (const id of candidates) times.hget(`${key}:${id}`, 'timestamp');
  const timestamps = (await run(times.exec())).values();
  return read.map(({ key: _key, candidates, ...counts }) => {
    const found = candidates.map(() => timestamps.next().value).filter((value) => typeof value === 'string');
    return { ...counts, oldestAt: found.length === 0 ? null : Math.min(...found.map(Number)) };
  });
}

/** The lowest number, and every name. */
function oldestAmong(ids: readonly string[]): string[] {
  const named = ids.filter((id) => !Number.isFinite(Number(id)));
  const numbers = ids.map(Number).filter(Number.isFinite);
  return numbers.length === 0 ? named : [String(Math.min(...numbers)), ...named];
}

async function run(executed: Promise<Reply[] | null>): Promise<unknown[]> {
  const replies = (await executed) ?? [];
  return replies.map(([error, value]) => {
    if (error !== null) throw error;
    return value;
  });
}
