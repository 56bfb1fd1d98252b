import { Cluster, type Redis as Server } from 'ioredis';
import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE, shardPrefixes } from './shards.js';

/** All servers of a cluster that take writes; otherwise the server itself. */
export function mastersOf(redis: Redis): Server[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** All servers of a cluster, replicas included; otherwise the server itself. */
export function serversOf(redis: Redis): Server[] {
  return redis instanceof Cluster ? redis.nodes('all') : [redis];
}

/** What messages call one of the servers. */
export function nameOfServer(redis: Redis, { options }: Server): string {
  return redis instanceof Cluster ? `Redis at ${options.host}:${options.port}` : 'Redis';
}

/** A key on each server that has queues: in a cluster one per shard, since each may be on a server of its own. */
export function probeKeys(redis: Redis, namespace: string = DEFAULT_NAMESPACE): string[] {
  const prefixes = shardPrefixes(namespace);
  return (redis instanceof Cluster ? prefixes : prefixes.slice(0, 1)).map((prefix) => `${prefix}:probe`);
}

/** Resolves when all servers that have queues respond. */
export async function pingRedis(redis: Redis): Promise<void> {
  await Promise.all(probeKeys(redis).map((key) => redis.exists(key)));
}
