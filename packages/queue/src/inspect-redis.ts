import type { Redis } from 'ioredis';

/** What Redis says about itself. */
export interface RedisFacts {
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

/** Reads what operators have to know about a Redis server. `durabilityWarnings` judges its settings. */
export async function inspectRedis(redis: Redis): Promise<RedisFacts> {
  const [info, [seconds, microseconds]] = await Promise.all([redis.info(), redis.time()]);
  const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    version: read('valkey_version') || read('redis_version'),
    now: Number(seconds) * 1000 + Math.round(Number(microseconds) / 1000),
    isReplica: read('role') === 'slave',
    diskErrors: DISK_STATES.filter((name) => read(name) === 'err'),
    usedBytes: Number(read('used_memory')),
    limitBytes: Number(read('maxmemory')),
  };
}
