import type { Redis } from 'ioredis';
import { DEFAULT_NAMESPACE, SHARD_COUNT, shardQueue } from './shards.js';

/** How full a shard's queue is. */
export interface ShardBacklog {
  readonly shard: number;
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

/** Reads all shards in two round trips. Envelopes are numbered in the order they came, so the lowest is the oldest. */
export async function readBacklog(redis: Redis, namespace: string = DEFAULT_NAMESPACE): Promise<ShardBacklog[]> {
  const keys = Array.from({ length: SHARD_COUNT }, (_, shard) => {
    const { name, prefix } = shardQueue(shard, namespace);
    return `${prefix}:${name}`;
  });
  const lists = redis.pipeline();
  for (const key of keys) {
    lists
      .llen(`${key}:wait`)
      .lindex(`${key}:wait`, -1)
      .lrange(`${key}:active`, 0, -1)
      .zcard(`${key}:delayed`)
      .zrange(`${key}:delayed`, '0', String(DELAYED_LOOKED_AT - 1))
      .zcard(`${key}:failed`);
  }
  const replies = await run(lists.exec());
  const shards = keys.map((key, shard) => {
    const [waiting, next, active, delayed, retried, failed] = replies.slice(shard * 6, shard * 6 + 6);
    const ids = [next ?? [], active, retried].flat() as string[];
    const lowest = ids
      .map(Number)
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b)[0];
    return {
      key,
      shard,
      waiting: Number(waiting),
      active: (active as string[]).length,
      delayed: Number(delayed),
      failed: Number(failed),
      lowest,
    };
  });
  const times = redis.pipeline();
  for (const { key, lowest } of shards) times.hget(`${key}:${lowest ?? ''}`, 'timestamp');
  const timestamps = await run(times.exec());
  return shards.map(({ key: _key, lowest: _lowest, ...counts }, index) => {
    const timestamp = timestamps[index];
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
