import type { Clock } from '@slipway/domain';
import type { Redis } from '@slipway/queue';
import { COUNTER_SYNC_MS } from './limits.js';

export interface WindowCounterOptions {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly prefix: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts by key and time window across processes, without a round trip per request: each process counts locally and
 * adds its count to Redis several times a second. While Redis is down, each process enforces the limit alone.
 */
export interface WindowCounter {
  /** Seconds until the window ends when the key is at its limit; otherwise null. */
  wait(key: WindowKey): number | null;
  add(key: WindowKey): void;
  /** Like `wait`, and counts one when the key is below its limit. */
  take(key: WindowKey): number | null;
  close(): void;
}

export type WindowKey = string | number;

interface Count {
  window: number;
  /** Counted here since the last synchronization. */
  unsynced: number;
  /** The count of all processes at the last synchronization. */
  total: number;
}

export function createWindowCounter(options: WindowCounterOptions): WindowCounter {
  const { redis, clock, prefix, limit, windowMs } = options;
  const counts = new Map<WindowKey, Count>();
  const windowNow = () => Math.floor(clock.now() / windowMs);

  function current(key: WindowKey): Count {
    const window = windowNow();
    const count = counts.get(key);
    if (count !== undefined && count.window === window) return count;
    const fresh = { window, unsynced: 0, total: 0 };
    counts.set(key, fresh);
    return fresh;
  }

  async function sync(key: WindowKey, count: Count): Promise<void> {
    const added = count.unsynced;
    count.unsynced = 0;
    count.total += added;
    try {
      const name = `${prefix}${key}:${count.window}`;
      const [total] = await Promise.all([redis.incrby(name, added), redis.pexpire(name, windowMs * 2)]);
      count.total = Math.max(count.total, total);
    } catch {
      // Other processes miss these: limits fail open.
    }
  }

  function syncAll(): void {
    const window = windowNow();
    for (const [key, count] of counts) {
      if (count.window !== window) counts.delete(key);
      else if (count.unsynced > 0 && redis.status === 'ready') void sync(key, count);
    }
  }

  const secondsLeft = () => Math.max(1, Math.ceil(((windowNow() + 1) * windowMs - clock.now()) / 1000));
  const isFull = ({ total, unsynced }: Count) => total + unsynced >= limit;
  const timer = setInterval(syncAll, COUNTER_SYNC_MS).unref();
  return {
    wait: (key) => (isFull(current(key)) ? secondsLeft() : null),
    add(key) {
      current(key).unsynced += 1;
    },
    take(key) {
      const count = current(key);
      if (isFull(count)) return secondsLeft();
      count.unsynced += 1;
      return null;
    },
    close: () => clearInterval(timer),
  };
}
