import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** Whether Redis can take work right now, as far as this process knows. */
export interface RedisHealth {
  /** Null when it can; else why not. */
  problem(): string | null;
  /** Whether it is nearly out of memory. */
  isFull(): boolean;
  /** Tells that a command just failed: nothing is sent before a ping is answered again. */
  reportFailure(): void;
  /** Called each time Redis becomes able again. */
  onRecovery(listener: () => void): void;
  close(): void;
}

const PROBE_MS = 200;
const MEMORY_CHECK_MS = 1_000;
/** Workers need memory to take jobs out: a Redis that is filled to the brim never empties again. */
const FULL_AT = 0.8;

/** Watches a fail-fast connection. */
export function watchRedis(redis: Redis): RedisHealth {
  const closing = new AbortController();
  const listeners: (() => void)[] = [];
  let failing = false;
  let full = false;

  function recover(): void {
    for (const listener of listeners) listener();
  }

  async function probe(): Promise<void> {
    while (failing && !closing.signal.aborted) {
      await delay(PROBE_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      try {
        await redis.ping();
        failing = false;
        recover();
      } catch {
        // Still away.
      }
    }
  }

  async function watchMemory(): Promise<void> {
    while (!closing.signal.aborted) {
      await delay(MEMORY_CHECK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      const wasFull = full;
      full = await isFull(redis, full);
      if (wasFull && !full) recover();
    }
  }

  void watchMemory();
  return {
    problem() {
      if (redis.status !== 'ready') return 'Redis is not connected';
      if (failing) return 'Redis does not answer';
      return full ? 'Redis is nearly out of memory' : null;
    },
    isFull: () => full,
    reportFailure() {
      if (failing) return;
      failing = true;
      void probe();
    },
    onRecovery(listener) {
      listeners.push(listener);
      redis.on('ready', listener);
    },
    close: () => closing.abort(),
  };
}

async function isFull(redis: Redis, before: boolean): Promise<boolean> {
  try {
    const info = await redis.info('memory');
    const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    const limit = read('maxmemory');
    return limit > 0 && read('used_memory') > limit * FULL_AT;
  } catch {
    return before;
  }
}
