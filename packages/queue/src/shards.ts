/** Fixed for the life of a deployment: a delivery's shard must not depend on the process that enqueues it. */
const SHARD_COUNT = 8;

/** All deliveries of a project share a shard. */
export function shardOf(projectId: number): number {
  return projectId % SHARD_COUNT;
}

/** The braces put all keys of a shard on one Redis Cluster node, and spread the shards over the nodes. */
export function shardPrefix(shard: number, namespace: string): string {
  return `{${namespace}:${shard}}`;
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
  return Array.from({ length: SHARD_COUNT }, (_, shard) =>
    (['steady', 'flood'] as const).map((lane) => ({
      shard,
      lane,
      name: lane === 'steady' ? `deliveries-${shard}` : `deliveries-${shard}-flood`,
      prefix: shardPrefix(shard, namespace),
    })),
  ).flat();
}

export const DEFAULT_NAMESPACE = 'slipway';
