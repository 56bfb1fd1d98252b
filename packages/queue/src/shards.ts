/** Fixed for the life of a deployment: a delivery's shard must not depend on who enqueued it. */
const SHARD_COUNT = 8;

/** All deliveries of a project share a shard, so one project's flood waits behind itself. */
export function shardOf(projectId: number): number {
  return projectId % SHARD_COUNT;
}

/** The braces keep a shard's keys on one Redis Cluster node, and shards apart. */
export function shardPrefix(shard: number, namespace: string): string {
  return `{${namespace}:${shard}}`;
}

/**
 * Of a shard's two queues, one is for projects that flood: those who share a shard with one do not wait behind it.
 */
export type Lane = 'steady' | 'flood';

/** A queue of deliveries. */
export interface DeliveryQueue {
  readonly shard: number;
  readonly lane: Lane;
  readonly name: string;
  readonly prefix: string;
}

/** The queues that deliveries travel in, by shard and lane. */
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
