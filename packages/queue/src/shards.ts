import { countShards, type Redis } from './connection.js';

/**
 * A character decides where in a Redis Cluster a shard is; these are in different eighths of the slots. Further shards
 * have their number, so that the queues of a smaller number of shards are the first of a larger one.
 */
const TAGS = ['0', '1', '2', '3', 'a', 'b', 'c', 'd'];

/** All deliveries of a project share a shard. */
export function shardOf(redis: Redis, projectId: number): number {
  return projectId % countShards(redis);
}

/** The braces put all keys of a shard on one Redis Cluster node, and spread the shards over the nodes. */
export function shardPrefix(shard: number, namespace: string): string {
  return `{${namespace}:${TAGS[shard] ?? shard}}`;
}

export function shardPrefixes(redis: Redis, namespace: string): string[] {
  return Array.from({ length: countShards(redis) }, (_, shard) => shardPrefix(shard, namespace));
}

/** A shard has two queues, so that a project that floods does not delay the others of its shard. */
export type Lane = 'steady' | 'flood';

export interface DeliveryQueue {
  readonly shard: number;
  readonly lane: Lane;
  readonly name: string;
  readonly prefix: string;
}

export function deliveryQueues(redis: Redis, namespace: string): DeliveryQueue[] {
  return shardPrefixes(redis, namespace).flatMap((prefix, shard) =>
    (['steady', 'flood'] as const).map((lane) => ({
      shard,
      lane,
      name: lane === 'steady' ? `deliveries-${shard}` : `deliveries-${shard}-flood`,
      prefix,
    })),
  );
}

export const DEFAULT_NAMESPACE = 'slipway';
