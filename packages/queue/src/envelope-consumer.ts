import { setTimeout as delay } from 'node:timers/promises';
import { ENVELOPE_VERSION, type Envelope } from '@slipway/contracts';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { backoffMs } from './backoff.js';
import { JobLocks } from './job-locks.js';
import {
  BATCH_GATHER_MS,
  LOCK_MS,
  MAX_BATCH_CHARACTERS,
  MAX_BATCH_DELIVERIES,
  MAX_STALLS,
  STALL_CHECK_MS,
  UNKNOWN_VERSION_DELAY_MS,
} from './limits.js';
import type { DeliveryQueue } from './shards.js';
import { createSlots, type Slots } from './slots.js';

const FETCH_RETRY_MS = 1_000;

export interface ConsumerOptions {
  readonly connection: Redis;
  readonly queue: DeliveryQueue;
  /** Batches of this queue at once. */
  readonly concurrency: number;
  /** Bounds the batches of all queues together. */
  readonly shared: Slots;
  /** Applies the envelopes of a batch together; a throw means that all of them are retried later. */
  apply(jobs: readonly Job<Envelope>[]): Promise<void>;
  onError(error: Error): void;
  onRetry(error: Error): void;
  onStalled(): void;
}

/**
 * Takes the envelopes of one queue, as many at a time as one transaction should apply. It fetches an envelope only when
 * it may apply it, so memory holds one batch per slot and one envelope per queue.
 */
export class EnvelopeConsumer {
  readonly #options: ConsumerOptions;
  readonly #worker: Worker<Envelope>;
  readonly #locks: JobLocks;
  readonly #own: Slots;
  readonly #running = new Set<Promise<void>>();
  /** Fetched, but too large for the batch before. */
  #carried: Job<Envelope> | undefined;
  #fetches = 0;
  #closing = false;

  constructor(options: ConsumerOptions) {
    const { connection, queue, concurrency } = options;
    this.#options = options;
    this.#own = createSlots(concurrency);
    // Without a processor, BullMQ leaves fetching, locks and completion to us.
    this.#worker = new Worker<Envelope>(queue.name, null, {
      connection,
      prefix: queue.prefix,
      lockDuration: LOCK_MS,
      stalledInterval: STALL_CHECK_MS,
      maxStalledCount: MAX_STALLS,
      settings: { backoffStrategy: (attempts) => backoffMs(attempts) },
    });
    this.#worker.on('error', options.onError);
    this.#worker.on('stalled', options.onStalled);
    this.#locks = new JobLocks(this.#worker, options.onError);
    void this.#consume();
  }

  /** Fetches nothing new, and resolves once the running batches have ended. */
  async close(): Promise<void> {
    this.#closing = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#locks.close();
    // Ends a fetch that waits for an envelope. After an outage BullMQ may never return from it, so nobody waits for it.
    await this.#worker.close(true);
  }

  async #consume(): Promise<void> {
    await this.#worker.startStalledCheckTimer();
    while (!this.#closing) {
      const releaseOwn = await this.#own.acquire();
      const first = this.#carried ?? (await this.#fetch({ block: true }));
      this.#carried = undefined;
      if (first === undefined) releaseOwn();
      else await this.#startBatch(first, releaseOwn);
    }
  }

  async #startBatch(first: Job<Envelope>, releaseOwn: () => void): Promise<void> {
    const releaseShared = await this.#options.shared.acquire();
    const batch = await this.#fill(first);
    const run = this.#run(batch).finally(() => {
      releaseShared();
      releaseOwn();
      this.#running.delete(run);
    });
    this.#running.add(run);
  }

  /** Adds envelopes to the first one until the batch is full or the queue is empty. */
  async #fill(first: Job<Envelope>): Promise<Job<Envelope>[]> {
    const batch = [first];
    let fullness = fullnessOf(first.data);
    let gathered = false;
    while (fullness < 1 && !this.#closing) {
      const next = await this.#fetch({ block: false });
      if (next === undefined && gathered) break;
      if (next === undefined) {
        gathered = true;
        await delay(BATCH_GATHER_MS);
        continue;
      }
      fullness += fullnessOf(next.data);
      if (fullness > 1) this.#carried = next;
      else batch.push(next);
    }
    return batch;
  }

  async #run(batch: readonly Job<Envelope>[]): Promise<void> {
    const error = await this.#options.apply(batch).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    await Promise.all(batch.map((job) => this.#finish(job, error)));
  }

  async #finish(job: Job<Envelope>, error: Error | null): Promise<void> {
    const { token = '' } = job;
    if (!this.#locks.release(job)) return;
    try {
      if (error === null) return void (await job.moveToCompleted(undefined, token, false));
      this.#options.onRetry(error);
      await job.moveToFailed(error, token);
    } catch (failure) {
      this.#options.onError(failure as Error);
    }
  }

  /** Undefined when the queue is empty, after a while if it blocks. */
  async #fetch({ block }: { block: boolean }): Promise<Job<Envelope> | undefined> {
    this.#fetches += 1;
    const token = `${this.#worker.id}:${this.#fetches}`;
    try {
      const job = await this.#worker.getNextJob(token, { block });
      if (job === undefined || (await this.#setAside(job, token))) return undefined;
      this.#locks.hold(job);
      return job;
    } catch (error) {
      if (!this.#closing) {
        this.#options.onError(error as Error);
        await delay(FETCH_RETRY_MS);
      }
      return undefined;
    }
  }

  /** True for an envelope that this worker must not apply. */
  async #setAside(job: Job<Envelope>, token: string): Promise<boolean> {
    if (job.deferredFailure) {
      await job.moveToFailed(new UnrecoverableError(job.deferredFailure), token);
      return true;
    }
    // During a rolling deploy ingest may be newer than this worker: newer workers take its envelopes.
    if (job.data.v === ENVELOPE_VERSION) return false;
    await job.moveToDelayed(Date.now() + UNKNOWN_VERSION_DELAY_MS, token);
    return true;
  }
}

export function charactersOf({ deliveries }: Envelope): number {
  return deliveries.reduce((sum, { body }) => sum + body.length, 0);
}

/** The share of a batch that an envelope fills: a few large deliveries are as much work as many small ones. */
function fullnessOf(envelope: Envelope): number {
  return Math.max(
    envelope.deliveries.length / MAX_BATCH_DELIVERIES,
    charactersOf(envelope) / MAX_BATCH_CHARACTERS,
  );
}
