import type { Redis as Server } from 'ioredis';
import type { Redis } from './connection.js';
import { mastersOf, nameOfServer } from './redis-servers.js';

/** What a Redis server says about itself. */
export interface RedisFacts {
  /** What messages call it. */
  readonly name: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isReplica: boolean;
  /** Failed writes to its disk, such as `aof_last_write_status`; empty when all is well. */
  readonly diskErrors: readonly string[];
  readonly usedBytes: number;
  /** Zero without a limit. */
  readonly limitBytes: number;
}

const DISK_STATES = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'];

/** Reads what operators have to know about the servers that take writes. `durabilityWarnings` judges their settings. */
export function inspectRedis(redis: Redis): Promise<RedisFacts[]> {
  return Promise.all(mastersOf(redis).map((server) => inspectServer(server, nameOfServer(redis, server))));
}

async function inspectServer(server: Server, name: string): Promise<RedisFacts> {
  const [info, [seconds, microseconds]] = await Promise.all([server.info(), server.time()]);
  const read = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    name,
    version: read('valkey_version') || read('redis_version'),
    now: Number(seconds) * 1000 + Math.round(Number(microseconds) / 1000),
    isReplica: read('role') === 'slave',
    diskErrors: DISK_STATES.filter((field) => read(field) === 'err'),
    usedBytes: Number(read('used_memory')),
    limitBytes: Number(read('maxmemory')),
  };
}
