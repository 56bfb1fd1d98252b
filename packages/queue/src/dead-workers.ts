import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ABSENCE_MS, LOCK_MS, OVERDUE_MS, PRESENCE_CHECK_MS, UNSEEN_ABSENCE_MS } from './limits.js';
import type { DeliveryQueue } from './shards.js';

const NAME_PREFIX = 'slipway-worker:';

/** A lock is deleted only while its worker still holds it. */
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

export interface DeadWorkersOptions {
  readonly connection: Redis;
  readonly queues: readonly DeliveryQueue[];
  onError(error: Error): void;
}

interface Lock {
  readonly key: string;
  readonly token: string;
  readonly worker: string;
  /** The time since it was last renewed. */
  readonly ageMs: number;
}

/**
 * Finds workers that died, and releases the locks of their envelopes, so that other workers get them within seconds. A
 * worker that is busy or frozen does not renew its locks either, but its connection to Redis stays open. The operating
 * system closes that of a dead process.
 */
export class DeadWorkers {
  /** Tokens of locks start with it. */
  readonly workerId = randomUUID();
  readonly #options: DeadWorkersOptions;
  /** Its name shows the others that this worker lives. */
  readonly #connection: Redis;
  readonly #timer: NodeJS.Timeout;
  readonly #absentSince = new Map<string, number>();
  #checking = false;
  #closed = false;

  constructor(options: DeadWorkersOptions) {
    this.#options = options;
    this.#connection = options.connection.duplicate({ connectionName: `${NAME_PREFIX}${this.workerId}` });
    // The connection that this one duplicates reports the state of Redis.
    this.#connection.on('error', () => undefined);
    this.#timer = setInterval(() => void this.#check(), PRESENCE_CHECK_MS).unref();
  }

  /** Call it after the last envelope is finished: others then take what is still locked. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#connection.disconnect();
  }

  async #check(): Promise<void> {
    // While Redis is down, the first check waits for it.
    if (this.#checking || this.#closed) return;
    this.#checking = true;
    try {
      await this.#releaseLocks(await this.#overdueLocks());
    } catch (error) {
      if (!this.#closed) this.#options.onError(error as Error);
    } finally {
      this.#checking = false;
    }
  }

  /** Locks that other workers have failed to renew. */
  async #overdueLocks(): Promise<Lock[]> {
    const active = await this.#pipeline(
      this.#options.queues.map(({ prefix, name }) => ['lrange', `${prefix}:${name}:active`, 0, -1]),
    );
    const keys = this.#options.queues.flatMap(({ prefix, name }, index) =>
      (active[index] as string[]).map((id) => `${prefix}:${name}:${id}:lock`),
    );
    const values = await this.#pipeline(keys.flatMap((key) => [['get', key] as const, ['pttl', key] as const]));
    return keys.flatMap((key, index) => {
      const [token, ttlMs] = [values[2 * index] as string | null, values[2 * index + 1] as number];
      if (token === null) return [];
      const lock = { key, token, worker: token.split('/')[0] ?? '', ageMs: LOCK_MS - ttlMs };
      return lock.worker !== this.workerId && lock.ageMs > OVERDUE_MS ? [lock] : [];
    });
  }

  async #releaseLocks(overdue: readonly Lock[]): Promise<void> {
    if (overdue.length === 0) return this.#absentSince.clear();
    const connected = await this.#connectedWorkers();
    for (const worker of this.#absentSince.keys()) if (connected?.has(worker)) this.#absentSince.delete(worker);
    const isDead = (lock: Lock) =>
      connected === null ? lock.ageMs > UNSEEN_ABSENCE_MS : this.#isAbsent(lock.worker, connected);
    const released = overdue.filter(isDead);
    await this.#pipeline(released.map(({ key, token }) => ['eval', RELEASE, 1, key, token]));
  }

  /** After Redis restarts, workers that live need a moment to connect again. */
  #isAbsent(worker: string, connected: ReadonlySet<string>): boolean {
    if (connected.has(worker)) return false;
    const since = this.#absentSince.get(worker) ?? performance.now();
    this.#absentSince.set(worker, since);
    return performance.now() - since >= ABSENCE_MS;
  }

  /** Null where the user of Redis may not list connections. */
  async #connectedWorkers(): Promise<ReadonlySet<string> | null> {
    try {
      const list = (await this.#connection.client('LIST')) as string;
      const names = list.split(/\s+/).filter((field) => field.startsWith(`name=${NAME_PREFIX}`));
      return new Set(names.map((field) => field.slice(`name=${NAME_PREFIX}`.length)));
    } catch (error) {
      if (!/^(NOPERM|ERR unknown)/.test((error as Error).message)) throw error;
      return null;
    }
  }

  async #pipeline(commands: readonly (readonly (string | number)[])[]): Promise<unknown[]> {
    if (commands.length === 0) return [];
    const results = (await this.#connection.pipeline(commands.map((command) => [...command])).exec()) ?? [];
    return results.map(([error, value]) => {
      if (error) throw error;
      return value;
    });
  }
}
