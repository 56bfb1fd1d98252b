import { randomUUID } from 'node:crypto';
import { duplicateNamed, type Redis } from './connection.js';
import { ABSENCE_MS, LOCK_MS, OVERDUE_MS, PRESENCE_CHECK_MS, RECONNECT_MS, UNSEEN_ABSENCE_MS } from './limits.js';
import { mastersOf } from './redis-servers.js';
import type { DeliveryQueue } from './shards.js';

const NAME_PREFIX = 'slipway-worker:';

/** A lock is deleted only while its worker still holds it. */
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

export interface DeadWorkersOptions {
  readonly connection: Redis;
  readonly queues: readonly DeliveryQueue[];
  /** Whether this worker has the envelope. */
  isHeld(queue: DeliveryQueue, id: string): boolean;
  onError(error: Error): void;
}

interface ActiveEnvelope {
  readonly queue: DeliveryQueue;
  readonly id: string;
}

interface Lock extends ActiveEnvelope {
  readonly key: string;
  readonly token: string;
  readonly worker: string;
  /** The time since it was last renewed. */
  readonly ageMs: number;
}

/**
 * Finds workers that died, and releases the locks of their envelopes, so that other workers get them within seconds. A
 * worker that is busy or frozen does not renew its locks either, but its connection to Redis stays open. The operating
 * system closes that of a dead process. In a cluster a worker is connected to several servers, and lives while one of
 * them lists it: those that fail do not make it look dead.
 *
 * A worker also releases its own locks for envelopes that it does not process. There are some after an outage: Redis ran
 * its command, but the answer was lost, or the replica that took over does not know that an envelope was completed.
 */
export class DeadWorkers {
  /** Tokens of locks start with it. */
  readonly workerId = randomUUID();
  readonly #options: DeadWorkersOptions;
  /** Its name shows the others that this worker lives. */
  readonly #connection: Redis;
  readonly #timer: NodeJS.Timeout;
  /** When locks were first seen without their worker, by their keys. */
  #suspectSince: ReadonlyMap<string, number> = new Map();
  #reconnectedAt = Number.NEGATIVE_INFINITY;
  #checking = false;
  #closed = false;

  constructor(options: DeadWorkersOptions) {
    this.#options = options;
    this.#connection = duplicateNamed(options.connection, `${NAME_PREFIX}${this.workerId}`);
    // The connection that this one duplicates reports the state of Redis.
    this.#connection.on('error', () => undefined);
    this.#connection.once('ready', () => {
      this.#connection.on('ready', () => {
        this.#reconnectedAt = performance.now();
      });
    });
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

  /** Locks that were not renewed. */
  async #overdueLocks(): Promise<Lock[]> {
    const active = await Promise.all(
      this.#options.queues.map(async (queue) => {
        const ids = await this.#connection.lrange(`${queue.prefix}:${queue.name}:active`, 0, -1);
        return ids.map((id) => ({ queue, id }));
      }),
    );
    const locks = await Promise.all(active.flat().map((envelope) => this.#readLock(envelope)));
    return locks.filter((lock) => lock !== null).filter(({ ageMs }) => ageMs > OVERDUE_MS);
  }

  async #readLock({ queue, id }: ActiveEnvelope): Promise<Lock | null> {
    const key = `${queue.prefix}:${queue.name}:${id}:lock`;
    const [token, ttlMs] = await Promise.all([this.#connection.get(key), this.#connection.pttl(key)]);
    if (token === null) return null;
    return { queue, id, key, token, worker: token.split('/')[0] ?? '', ageMs: LOCK_MS - ttlMs };
  }

  async #releaseLocks(overdue: readonly Lock[]): Promise<void> {
    const connected = overdue.length === 0 ? null : await this.#connectedWorkers();
    const suspect = overdue.filter((lock) => this.#isSuspect(lock, connected));
    const now = performance.now();
    const since = new Map(suspect.map(({ key }) => [key, this.#suspectSince.get(key) ?? now]));
    this.#suspectSince = since;
    const abandoned = suspect.filter(({ key, worker }) => {
      const isOwn = worker === this.workerId;
      const isSettled = isOwn || now - this.#reconnectedAt >= RECONNECT_MS;
      return isSettled && now - (since.get(key) ?? now) >= ABSENCE_MS;
    });
    await Promise.all(abandoned.map(({ key, token }) => this.#connection.eval(RELEASE, 1, key, token)));
  }

  #isSuspect({ worker, queue, id, ageMs }: Lock, connected: ReadonlySet<string> | null): boolean {
    if (worker === this.workerId) return !this.#options.isHeld(queue, id);
    return connected === null ? ageMs > UNSEEN_ABSENCE_MS : !connected.has(worker);
  }

  /** Null where the user of Redis may not list connections. */
  async #connectedWorkers(): Promise<ReadonlySet<string> | null> {
    try {
      const lists = await Promise.all(mastersOf(this.#connection).map((master) => master.client('LIST')));
      const fields = lists.flatMap((list) => String(list).split(/\s+/));
      const names = fields.filter((field) => field.startsWith(`name=${NAME_PREFIX}`));
      return new Set(names.map((field) => field.slice(`name=${NAME_PREFIX}`.length)));
    } catch (error) {
      if (!/^(NOPERM|ERR unknown)/.test((error as Error).message)) throw error;
      return null;
    }
  }
}
