import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** Whether Redis can take deliveries, as far as this process knows. */
export interface RedisHealth {
  /** The reason why Redis cannot take deliveries; null when it can. */
  problem(): string | null;
  /** Reports a failed command: from then on there is a problem until a ping is answered. */
  reportFailure(): void;
  close(): void;
}

const PROBE_MS = 200;
const MEMORY_CHECK_MS = 1_000;
/** Workers need memory to take jobs out: a Redis that is completely full never empties again. */
const FULL_AT = 0.8;

/** Watches a fail-fast connection. */
export function watchRedis(redis: Redis): RedisHealth {
  const closing = new AbortController();
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
  let failing = false;
  let full = false;

  async function probe(): Promise<void> {
    while (failing && !closing.signal.aborted) {
      await pause(PROBE_MS);
      failing = await redis.ping().then(
        () => false,
        () => true,
      );
    }
  }

  async function watchMemory(): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(MEMORY_CHECK_MS);
      full = await isNearlyFull(redis).catch(() => full);
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

async function isNearlyFull(redis: Redis): Promise<boolean> {
  const info = await redis.info('memory');
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = read('maxmemory');
  return limit > 0 && read('used_memory') > limit * FULL_AT;
}
