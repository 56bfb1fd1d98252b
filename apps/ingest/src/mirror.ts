import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import type { Redis } from '@slipway/queue';
import { MIRROR_CONFIRM_EVERY_MS, MIRROR_RETRY_MS, MIRROR_TTL_SECONDS } from './limits.js';

/** The braces put all keys on one server of a cluster, where a transaction can change several of them. */
const PREFIX = '{slipway:mirror}:';
const recordKey = (tokenHash: string) => `${PREFIX}token:${tokenHash}`;
/** Sets of token hashes: of all records, and of those that a change concerns. */
const ALL = `${PREFIX}tokens`;
const indexOf = (change: IntegrationChange) =>
  'integrationId' in change
    ? `${PREFIX}integration:${change.integrationId}`
    : `${PREFIX}project:${change.projectId}`;

/** Settings that records of an earlier release lack: no handshake is accepted, and the rest is as it was then. */
const ABSENT = { handshakeOpenUntilMs: 0, requireSignatures: false, signatureToleranceMinutes: 5 } as const;

export interface MirrorOptions {
  readonly redis: Redis;
  load(tokenHash: string): Promise<IntegrationRecord | null>;
}

/**
 * Integrations by token hash in Redis, with encrypted secrets, for outages of the database. When an integration or a
 * project changes, its records are removed, whichever process wrote them, and read from the database again.
 */
export class Mirror {
  readonly #redis: Redis;
  readonly #load: MirrorOptions['load'];
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** The sets whose token hashes are still to be read. */
  readonly #indexes = new Set<string>();
  /** The token hashes whose records are still to be read from the database. */
  #unconfirmed: string[] = [];
  #changes = 0;
  #listening = false;
  #working = false;

  constructor({ redis, load }: MirrorOptions) {
    this.#redis = redis;
    this.#load = load;
    this.#timer = setInterval(() => this.noteListening(this.#listening), MIRROR_CONFIRM_EVERY_MS).unref();
  }

  async read(tokenHash: string): Promise<IntegrationRecord | null> {
    const stored = await this.#redis.get(recordKey(tokenHash));
    return stored === null ? null : { ...ABSENT, ...(JSON.parse(stored) as IntegrationRecord) };
  }

  /** Stores what the database has: a record, or none. */
  async write(tokenHash: string, record: IntegrationRecord | null): Promise<void> {
    const transaction = this.#redis.multi();
    if (record === null) {
      await transaction.del(recordKey(tokenHash)).srem(ALL, tokenHash).exec();
      return;
    }
    transaction.set(recordKey(tokenHash), JSON.stringify(record), 'EX', MIRROR_TTL_SECONDS);
    const { id: integrationId, projectId } = record;
    for (const index of [ALL, indexOf({ integrationId }), indexOf({ projectId })]) {
      transaction.sadd(index, tokenHash).expire(index, MIRROR_TTL_SECONDS);
    }
    await transaction.exec();
  }

  /** Removes the records that a change concerns; returns their token hashes. */
  forget(change: IntegrationChange): Promise<string[]> {
    return this.#take(indexOf(change));
  }

  /** Removes the records that a change concerns as soon as Redis answers, and reads them again. */
  noteChange(change: IntegrationChange): void {
    this.#changes += 1;
    this.#indexes.add(indexOf(change));
    void this.#work();
  }

  /** Changes may have been missed before listening began, so all records are read again then, and every hour. */
  noteListening(listening: boolean): void {
    this.#listening = listening;
    if (!listening) return;
    this.#indexes.add(ALL);
    void this.#work();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closing.abort();
  }

  /** The token hashes of a set. Unless it is the set of all, their records are removed. */
  async #take(index: string): Promise<string[]> {
    const hashes = await this.#redis.smembers(index);
    // Other processes may add to the set meanwhile, so it is not deleted.
    if (index !== ALL && hashes.length > 0)
      await this.#redis.multi().del(hashes.map(recordKey)).srem(index, hashes).exec();
    return hashes;
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    const { signal } = this.#closing;
    const pause = () => delay(MIRROR_RETRY_MS, true, { signal, ref: false }).catch(() => false);
    for (let hasMore = true; hasMore && !signal.aborted; ) hasMore = await this.#step().catch(pause);
    this.#working = false;
  }

  /** Removals go first. False when nothing is left to do. */
  async #step(): Promise<boolean> {
    const [index] = this.#indexes;
    if (index !== undefined) {
      this.#indexes.delete(index);
      const hashes = await this.#take(index).catch((error: unknown) => {
        this.#indexes.add(index);
        throw error;
      });
      this.#unconfirmed = this.#unconfirmed.concat(hashes);
      return true;
    }
    const tokenHash = this.#unconfirmed.pop();
    if (tokenHash === undefined) return false;
    // While the database is down nothing can be confirmed; listening starts again when it is back.
    await this.#confirm(tokenHash).catch(() => {
      this.#unconfirmed = [];
    });
    return true;
  }

  /** A record that was read before the latest change may be outdated, and is read again. */
  async #confirm(tokenHash: string): Promise<void> {
    const changesBefore = this.#changes;
    const record = await this.#load(tokenHash);
    if (changesBefore === this.#changes) await this.write(tokenHash, record);
    else this.#unconfirmed.push(tokenHash);
  }
}
