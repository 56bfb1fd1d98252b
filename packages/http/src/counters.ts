import type { Clock } from '@slipway/domain';

/** The part of a Redis connection that counters use. */
export interface CounterRedis {
  readonly status: string;
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  del(key: string): Promise<unknown>;
}

export interface SharedCounterOptions {
  readonly redis: CounterRedis;
  readonly prefix: string;
  readonly windowMs: number;
}

export interface Counted {
  readonly count: number;
  /** Milliseconds until the key's window ends. */
  readonly leftMs: number;
}

/**
 * Counts by key in Redis, shared by all processes. A window begins with its first count. Rejects while Redis is down.
 */
export interface SharedCounter {
  add(key: string, amount?: number): Promise<Counted>;
  takeBack(key: string): Promise<void>;
  reset(key: string): Promise<void>;
}

const ADD = `local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {count, redis.call('PTTL', KEYS[1])}`;

const TAKE_BACK = `if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

/** Every command includes its script, because a Redis that restarts forgets loaded scripts. */
export function createSharedCounter({ redis, prefix, windowMs }: SharedCounterOptions): SharedCounter {
  return {
    async add(key, amount = 1) {
      const answer = await redis.eval(ADD, 1, prefix + key, String(amount), String(windowMs));
      const [count, leftMs] = answer as [number, number];
      return { count, leftMs };
    },
    async takeBack(key) {
      await redis.eval(TAKE_BACK, 1, prefix + key);
    },
    async reset(key) {
      await redis.del(prefix + key);
    },
  };
}

/** The value of Retry-After: whole seconds, and at least one. */
export function retrySeconds(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 1000));
}

export interface LocalCounterOptions {
  readonly clock: Clock;
  readonly limit: number;
  readonly windowMs: number;
  /** Beyond this many keys, the one whose window began first is forgotten. */
  readonly maxKeys?: number;
  /** Where processes exchange their counts several times a second; without it, each counts separately. */
  readonly shared?: Pick<SharedCounterOptions, 'redis' | 'prefix'>;
}

export type CounterKey = string | number;

interface Window {
  endsAt: number;
  /** The count of all processes, as far as this process knows. */
  count: number;
  /** The part that was counted here since the last exchange. */
  unshared: number;
  sharedAt: number;
}

const MAX_KEYS = 50_000;
const EXCHANGE_MS = 200;

/**
 * Counts by key in memory, without a round trip per request. A window begins with its first count. While Redis is down,
 * each process enforces the limit separately.
 */
export class LocalCounter {
  readonly #options: LocalCounterOptions;
  readonly #windows = new Map<CounterKey, Window>();
  /** The keys whose counts other processes do not know yet. */
  readonly #unshared = new Set<CounterKey>();
  readonly #shared: SharedCounter | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LocalCounterOptions) {
    this.#options = options;
    const { shared, windowMs } = options;
    if (shared !== undefined) this.#shared = createSharedCounter({ ...shared, windowMs });
  }

  /** Seconds until the window ends if the key is at its limit; otherwise null. */
  wait(key: CounterKey): number | null {
    return this.#waitOf(this.#current(key));
  }

  add(key: CounterKey): void {
    this.#count(key, this.#current(key));
  }

  /** Like `wait`, but also counts one if the key is below its limit. */
  take(key: CounterKey): number | null {
    const window = this.#current(key);
    const wait = this.#waitOf(window);
    if (wait === null) this.#count(key, window);
    return wait;
  }

  /**
   * Counts one, and returns the seconds until the window ends if that is above the limit. Asks Redis unless the counts
   * were exchanged a moment ago and are far below the limit: one process keeps to the limit exactly, and several exceed
   * it by at most a sixteenth each, if they all receive the key's requests within that moment. Rejects while Redis is
   * down.
   */
  async count(key: CounterKey): Promise<number | null> {
    const { clock, limit } = this.#options;
    const window = this.#current(key) ?? this.#begin(key);
    this.#count(key, window);
    const isFar = window.count <= limit / 2 && window.unshared <= limit / 16;
    if (isFar && clock.now() - window.sharedAt < EXCHANGE_MS) return null;
    const count = await this.#share(key, window);
    return count <= limit ? null : retrySeconds(window.endsAt - clock.now());
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #current(key: CounterKey): Window | undefined {
    const { clock, windowMs } = this.#options;
    const window = this.#windows.get(key);
    const leftMs = window === undefined ? 0 : window.endsAt - clock.now();
    // A clock that was set back must not extend a window.
    return leftMs > 0 && leftMs <= windowMs ? window : undefined;
  }

  #waitOf(window: Window | undefined): number | null {
    const { limit, clock } = this.#options;
    return window === undefined || window.count < limit ? null : retrySeconds(window.endsAt - clock.now());
  }

  #count(key: CounterKey, current: Window | undefined): void {
    const window = current ?? this.#begin(key);
    window.count += 1;
    window.unshared += 1;
    if (window.unshared > 1 || this.#shared === undefined) return;
    this.#unshared.add(key);
    this.#exchangeLater();
  }

  #begin(key: CounterKey): Window {
    const { clock, windowMs, maxKeys = MAX_KEYS } = this.#options;
    this.#windows.delete(key);
    const [oldest] = this.#windows.size < maxKeys ? [] : this.#windows.keys();
    if (oldest !== undefined) {
      this.#windows.delete(oldest);
      this.#unshared.delete(oldest);
    }
    const window = { endsAt: clock.now() + windowMs, count: 0, unshared: 0, sharedAt: Number.NEGATIVE_INFINITY };
    this.#windows.set(key, window);
    return window;
  }

  #exchangeLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const status = this.#options.shared?.redis.status;
      if (status === 'ready') this.#exchange();
      else if (status !== 'end') this.#exchangeLater();
    }, EXCHANGE_MS).unref();
  }

  #exchange(): void {
    for (const key of this.#unshared) {
      const window = this.#current(key);
      // If Redis does not accept a count, other processes miss it: limits fail open.
      if (window !== undefined && window.unshared > 0) this.#share(key, window).catch(() => undefined);
    }
    this.#unshared.clear();
  }

  async #share(key: CounterKey, window: Window): Promise<number> {
    const amount = window.unshared;
    window.unshared = 0;
    if (this.#shared === undefined) return window.count;
    const { count, leftMs } = await this.#shared.add(String(key), amount);
    const now = this.#options.clock.now();
    window.count = Math.max(window.count, count + window.unshared);
    window.endsAt = now + leftMs;
    window.sharedAt = now;
    return count;
  }
}
