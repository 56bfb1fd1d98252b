/**
 * Fixed for the life of a deployment: a delivery's shard must not depend on the process that enqueues it. A character
 * decides where in a Redis Cluster its shard is; these are in different eighths of the slots.
 */
const TAGS = ['0', '1', '2', '3', 'a', 'b', 'c', 'd'];

/** All deliveries of a project share a shard. */
export function shardOf(projectId: number): number {
  return projectId % TAGS.length;
}

/** The braces put all keys of a shard on one Redis Cluster node, and spread the shards over the nodes. */
export function shardPrefix(shard: number, namespace: string): string {
  return `{${namespace}:${TAGS[shard]}}`;
}

/** The prefixes of all shards. */
export function shardPrefixes(namespace: string): string[] {
  return TAGS.map((_tag, shard) => shardPrefix(shard, namespace));
}

/** A shard has two queues, so that a project that floods does not delay the others of its shard. */
export type Lane = 'steady' | 'flood';

/** A queue of deliveries. */
export interface DeliveryQueue {
  readonly shard: number;
  readonly lane: Lane;
  readonly name: string;
  readonly prefix: string;
}

/** All queues of deliveries, by shard and lane. */
export function deliveryQueues(namespace: string): DeliveryQueue[] {
  return shardPrefixes(namespace).flatMap((prefix, shard) =>
    (['steady', 'flood'] as const).map((lane) => ({
      shard,
      lane,
      name: lane === 'steady' ? `deliveries-${shard}` : `deliveries-${shard}-flood`,
      prefix,
    })),
  );
}

export const DEFAULT_NAMESPACE = 'slipway';
