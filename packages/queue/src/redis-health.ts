import { setTimeout as delay } from 'node:timers/promises';
import type { Redis as Server } from 'ioredis';
import type { Redis } from './connection.js';
import { mastersOf, probeKeys } from './redis-servers.js';
import { execReplicated } from './replicated.js';

/** Whether Redis can take deliveries, as far as this process knows. */
export interface RedisHealth {
  /** The reason why Redis cannot take deliveries; null when it can. */
  problem(): string | null;
  /** Reports a failed command: from then on there is a problem until all servers take writes again. */
  reportFailure(): void;
  close(): void;
}

const PROBE_MS = 200;
const PROBE_EXPIRY_MS = 1_000;
const MEMORY_CHECK_MS = 1_000;
/** Workers need memory to take jobs out: a Redis that is completely full never empties again. */
const FULL_AT = 0.8;

export interface WatchRedisOptions {
  /** Replicas without which no delivery is accepted. */
  readonly waitReplicas?: number;
}

/** Watches a fail-fast connection. */
export function watchRedis(redis: Redis, { waitReplicas = 0 }: WatchRedisOptions = {}): RedisHealth {
  const closing = new AbortController();
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
  let failing = false;
  let full = false;

  async function probe(): Promise<void> {
    while (failing && !closing.signal.aborted) {
      await pause(PROBE_MS);
      failing = await probeWrites(redis, waitReplicas).then(
        () => false,
        () => true,
      );
    }
  }

  async function watchMemory(): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(MEMORY_CHECK_MS);
      full = await Promise.all(mastersOf(redis).map(isNearlyFull)).then(
        (answers) => answers.includes(true),
        () => full,
      );
    }
  }

  void watchMemory();
  return {
    problem() {
      if (redis.status !== 'ready') return 'Redis is not connected';
      if (failing) return 'Redis does not answer';
      return full ? 'Redis is nearly out of memory' : null;
    },
    reportFailure() {
      if (failing) return;
      failing = true;
      void probe();
    },
    close: () => closing.abort(),
  };
}

/**
 * Writes to every server that has queues. One that is missing stops deliveries for all: the spool drains in order, and
 * with a part of the shards away it would enqueue the deliveries of the others again and again.
 */
async function probeWrites(redis: Redis, replicas: number): Promise<void> {
  const keys = probeKeys(redis);
  // Pipelines do not follow a slot that has moved; single commands do, for the pipelines after them too.
  await Promise.all(keys.map((key) => redis.set(key, '', 'PX', PROBE_EXPIRY_MS)));
  if (replicas === 0) return;
  const write = (key: string) => redis.pipeline().set(key, '', 'PX', PROBE_EXPIRY_MS);
  await Promise.all(keys.map((key) => execReplicated(write(key), { replicas, timeoutMs: PROBE_MS })));
}

async function isNearlyFull(redis: Server): Promise<boolean> {
  const info = await redis.info('memory');
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = read('maxmemory');
  return limit > 0 && read('used_memory') > limit * FULL_AT;
}
