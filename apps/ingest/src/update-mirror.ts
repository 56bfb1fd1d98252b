import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import type { Mirror } from './integration-mirror.js';
import { MIRROR_CONFIRM_EVERY_MS, MIRROR_RETRY_MS } from './limits.js';

export interface MirrorUpdaterOptions {
  readonly mirror: Mirror;
  /** Reads the database. */
  load(tokenHash: string): Promise<IntegrationRecord | null>;
}

/** Keeps the mirror in line with the database. */
export interface MirrorUpdater {
  /** Removes the records that a change concerns, including those of other processes, and reads them again. */
  noteChange(change: IntegrationChange): void;
  /** Changes may have been missed before listening began, so all records are confirmed then, and every hour. */
  noteListening(listening: boolean): void;
  close(): void;
}

const nameOf = (change: IntegrationChange) =>
  'integrationId' in change ? `integration ${change.integrationId}` : `project ${change.projectId}`;

export function updateMirror(options: MirrorUpdaterOptions): MirrorUpdater {
  return new QueuedMirrorUpdater(options);
}

class QueuedMirrorUpdater implements MirrorUpdater {
  readonly #mirror: Mirror;
  readonly #load: MirrorUpdaterOptions['load'];
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** Changes whose records are still to be removed. */
  readonly #removals = new Map<string, IntegrationChange>();
  /** Token hashes whose records are still to be read from the database. */
  #unconfirmed: string[] = [];
  #listDue = false;
  #listening = false;
  #working = false;
  #changes = 0;

  constructor({ mirror, load }: MirrorUpdaterOptions) {
    this.#mirror = mirror;
    this.#load = load;
    this.#timer = setInterval(() => this.#confirmAll(), MIRROR_CONFIRM_EVERY_MS).unref();
  }

  noteChange(change: IntegrationChange): void {
    this.#changes += 1;
    this.#removals.set(nameOf(change), change);
    void this.#work();
  }

  noteListening(listening: boolean): void {
    this.#listening = listening;
    this.#confirmAll();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closing.abort();
  }

  #confirmAll(): void {
    if (!this.#listening) return;
    this.#listDue = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    const { signal } = this.#closing;
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      hasMore = await this.#step().catch(() =>
        delay(MIRROR_RETRY_MS, true, { signal, ref: false }).catch(() => false),
      );
    }
    this.#working = false;
  }

  /** Removals go first. False when nothing is left to do. */
  async #step(): Promise<boolean> {
    const [change] = this.#removals.values();
    if (change !== undefined) {
      await this.#remove(change);
      return true;
    }
    if (this.#listDue) {
      this.#unconfirmed = await this.#mirror.list();
      this.#listDue = false;
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

  async #remove(change: IntegrationChange): Promise<void> {
    const name = nameOf(change);
    this.#removals.delete(name);
    try {
      this.#unconfirmed.push(...(await this.#mirror.forget(change)));
    } catch (error) {
      this.#removals.set(name, change);
      throw error;
    }
  }

  /** A record that was read before the latest change may be outdated, and is read again. */
  async #confirm(tokenHash: string): Promise<void> {
    const changesBefore = this.#changes;
    const record = await this.#load(tokenHash);
    if (changesBefore !== this.#changes) this.#unconfirmed.push(tokenHash);
    else await (record === null ? this.#mirror.remove(tokenHash) : this.#mirror.write(tokenHash, record));
  }
}
