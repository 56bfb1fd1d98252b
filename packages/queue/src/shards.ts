/** Fixed for the life of a deployment: a delivery's shard must not depend on who enqueued it. */
export const SHARD_COUNT = 8;

/** All deliveries of a project share a shard, so one project's flood waits behind itself. */
export function shardOf(projectId: number): number {
  return projectId % SHARD_COUNT;
}

/** Where a shard's queue lives. The braces keep its keys on one Redis Cluster node, and shards apart. */
export function shardQueue(shard: number, namespace: string): { name: string; prefix: string } {
  return { name: `deliveries-${shard}`, prefix: `{${namespace}:${shard}}` };
}

export const DEFAULT_NAMESPACE = 'slipway';
