import type { Clock } from '@slipway/domain';
import type { Redis } from '@slipway/queue';

export interface WindowCounterOptions {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly prefix: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts by key and window across processes without a round trip per request: each process counts by itself and tells
 * the others several times a second. While Redis is away, it counts for itself.
 */
export interface WindowCounter {
  /** Seconds until the window ends when the key is at its limit; else null. */
  wait(key: WindowKey): number | null;
  add(key: WindowKey): void;
  /** Waits when the key is at its limit, else adds. */
  take(key: WindowKey): number | null;
  close(): void;
}

export type WindowKey = string | number;

const SYNC_MS = 200;

interface Count {
  window: number;
  /** Counted here and not told yet. */
  untold: number;
  /** What all processes together had counted when last heard of. */
  known: number;
}

export function createWindowCounter(options: WindowCounterOptions): WindowCounter {
  const { redis, clock, prefix, limit, windowMs } = options;
  const counts = new Map<WindowKey, Count>();
  const windowNow = () => Math.floor(clock.now() / windowMs);

  function current(key: WindowKey): Count {
    const window = windowNow();
    const count = counts.get(key);
    if (count !== undefined && count.window === window) return count;
    const fresh = { window, untold: 0, known: 0 };
    counts.set(key, fresh);
    return fresh;
  }

  async function tell(key: WindowKey, count: Count): Promise<void> {
    const told = count.untold;
    count.untold = 0;
    count.known += told;
    try {
      const name = `${prefix}${key}:${count.window}`;
      const [total] = await Promise.all([redis.incrby(name, told), redis.pexpire(name, windowMs * 2)]);
      count.known = Math.max(count.known, total);
    } catch {
      // Others do not hear of these; limits fail open.
    }
  }

  function sync(): void {
    const window = windowNow();
    for (const [key, count] of counts) {
      if (count.window !== window) counts.delete(key);
      else if (count.untold > 0 && redis.status === 'ready') void tell(key, count);
    }
  }

  const secondsLeft = () => Math.max(1, Math.ceil(((windowNow() + 1) * windowMs - clock.now()) / 1000));
  const isFull = ({ known, untold }: Count) => known + untold >= limit;
  const timer = setInterval(sync, SYNC_MS);
  timer.unref();
  return {
    wait: (key) => (isFull(current(key)) ? secondsLeft() : null),
    add(key) {
      current(key).untold += 1;
    },
    take(key) {
      const count = current(key);
      if (isFull(count)) return secondsLeft();
      count.untold += 1;
      return null;
    },
    close: () => clearInterval(timer),
  };
}
