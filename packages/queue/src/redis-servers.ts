import { Cluster, type Redis as Server } from 'ioredis';
import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE, shardPrefixes } from './shards.js';

/** All servers of a cluster that take writes; otherwise the server itself. */
export function mastersOf(redis: Redis): Server[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/** All servers of a cluster, replicas included; otherwise the server itself. */
function serversOf(redis: Redis): Server[] {
  return redis instanceof Cluster ? redis.nodes('all') : [redis];
}

/** What messages call one of the servers. */
function nameOfServer(redis: Redis, { options }: Server): string {
  return redis instanceof Cluster ? `Redis at ${options.host}:${options.port}` : 'Redis';
}

/** A key on each server that has queues: in a cluster one per shard, since each may be on a separate server. */
export function probeKeys(redis: Redis, namespace: string = DEFAULT_NAMESPACE): string[] {
  const prefixes = shardPrefixes(redis, namespace);
  return (redis instanceof Cluster ? prefixes : prefixes.slice(0, 1)).map((prefix) => `${prefix}:probe`);
}

/** Resolves when all servers that have queues respond. */
export async function pingRedis(redis: Redis): Promise<void> {
  await Promise.all(probeKeys(redis).map((key) => redis.exists(key)));
}

/**
 * Settings of Redis that put accepted deliveries at risk, one sentence each: of all servers of a cluster, otherwise of
 * the server in use. With `waitReplicas`, also masters with fewer replicas.
 */
export async function durabilityWarnings(redis: Redis, waitReplicas = 0): Promise<string[]> {
  const warnings = await Promise.all([
    ...serversOf(redis).map((server) => settingsWarnings(server, nameOfServer(redis, server))),
    ...(waitReplicas === 0
      ? []
      : mastersOf(redis).map((master) => replicaWarnings(master, nameOfServer(redis, master), waitReplicas))),
  ]);
  return warnings.flat();
}

async function settingsWarnings(server: Server, name: string): Promise<string[]> {
  const [appendonly, policy] = await Promise.all([
    readSetting(server, 'appendonly'),
    readSetting(server, 'maxmemory-policy'),
  ]);
  if (appendonly === null || policy === null) {
    return [`${name} does not reveal its settings: accepted deliveries may not survive a restart.`];
  }
  const warnings: string[] = [];
  if (appendonly !== 'yes') {
    warnings.push(`${name} has appendonly off: accepted deliveries are lost when it restarts.`);
  }
  if (policy !== 'noeviction') {
    warnings.push(`${name} has maxmemory-policy ${policy}: accepted deliveries may be evicted.`);
  }
  return warnings;
}

async function replicaWarnings(master: Server, name: string, required: number): Promise<string[]> {
  const info = await master.info('replication').catch(() => '');
  const replicas = /^connected_slaves:(\d+)/m.exec(info)?.[1];
  if (replicas === undefined || Number(replicas) >= required) return [];
  return [`${name} has ${replicas} of ${required} replicas (REDIS_WAIT_REPLICAS): deliveries wait in the spool.`];
}

/** Null when the operator forbids CONFIG. */
async function readSetting(redis: Server, name: string): Promise<string | null> {
  try {
    const answer: unknown = await redis.config('GET', name);
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
  } catch {
    return null;
  }
}

/** What a Redis server says about itself. */
export interface RedisFacts {
  /** What messages call it. */
  readonly name: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isReplica: boolean;
  /** When it flushes the append-only file: `always`, `everysec` or `no`; null if it does not reveal its settings. */
  readonly appendfsync: string | null;
  /** Failed writes to its disk, such as `aof_last_write_status`; empty when all is well. */
  readonly diskErrors: readonly string[];
  readonly usedBytes: number;
  /** Zero without a limit. */
  readonly limitBytes: number;
}

/** The clock of one of the servers, in epoch milliseconds. */
export async function redisTime(redis: Redis): Promise<number> {
  const [server] = mastersOf(redis);
  if (server === undefined) throw new Error('no server is known');
  return readTime(server);
}

async function readTime(server: Server): Promise<number> {
  const [seconds, microseconds] = await server.time();
  return Number(seconds) * 1000 + Math.round(Number(microseconds) / 1000);
}

const DISK_STATES = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'];

/** Reads what operators have to know about the servers that take writes. `durabilityWarnings` judges their settings. */
export function inspectRedis(redis: Redis): Promise<RedisFacts[]> {
  return Promise.all(mastersOf(redis).map((server) => inspectServer(server, nameOfServer(redis, server))));
}

async function inspectServer(server: Server, name: string): Promise<RedisFacts> {
  const [info, now, appendfsync] = await Promise.all([
    server.info(),
    readTime(server),
    readSetting(server, 'appendfsync'),
  ]);
  const read = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    name,
    version: read('valkey_version') || read('redis_version'),
    now,
    isReplica: read('role') === 'slave',
    appendfsync,
    diskErrors: DISK_STATES.filter((field) => read(field) === 'err'),
    usedBytes: Number(read('used_memory')),
    limitBytes: Number(read('maxmemory')),
  };
}
