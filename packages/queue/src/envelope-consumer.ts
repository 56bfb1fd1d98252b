import { setTimeout as delay } from 'node:timers/promises';
import { ENVELOPE_VERSION, type Envelope } from '@slipway/contracts';
import { jitteredBackoffMs, withTimeout } from '@slipway/domain';
import { Job, type JobJson, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from './connection.js';
import { JobLocks } from './job-locks.js';
import {
  GATHER_LIMIT_MS,
  LOCK_MS,
  MAX_BATCH_CHARACTERS,
  MAX_BATCH_DELIVERIES,
  MAX_FETCHES,
  MAX_READY,
  MAX_STALLS,
  RETRY_WAIT,
  STALL_CHECK_MS,
  UNKNOWN_VERSION_DELAY_MS,
} from './limits.js';
import type { DeliveryQueue } from './shards.js';
import { createSlots, type Slots } from './slots.js';

const FETCH_RETRY_MS = 1_000;
const CLOSE_POLL_MS = 5;
const CLOSE_TIMEOUT_MS = 1_000;

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
 * Takes the envelopes of one queue, as many at a time as one transaction should apply. An idle queue's first envelope is
 * applied immediately, and others gather while it runs, because many of the small transactions of a busy project would
 * only wait for its lock. Completing an envelope fetches the next one in the same command, so that a backlog is fetched
 * without waiting for Redis.
 */
export class EnvelopeConsumer {
  readonly #options: ConsumerOptions;
  readonly #worker: Worker<Envelope>;
  readonly #locks: JobLocks;
  readonly #own: Slots;
  readonly #running = new Set<Promise<void>>();
  /** Resolves when nothing is fetched any more. */
  readonly #consuming: Promise<void>;
  /** Fetched, and not part of a batch yet. */
  #ready: Job<Envelope>[] = [];
  #fetching = 0;
  #tokens = 0;
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
      settings: { backoffStrategy: (attempts) => jitteredBackoffMs(attempts, RETRY_WAIT) },
    });
    this.#worker.on('error', options.onError);
    this.#worker.on('stalled', options.onStalled);
    this.#locks = new JobLocks(this.#worker, options.onError);
    this.#consuming = this.#consume();
  }

  /** Fetches nothing new, and resolves once the running batches have ended. Other workers get what is ready. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#ready.splice(0).map((job) => this.#putBack(job)));
    while (this.#running.size > 0 || this.#locks.size > 0) await delay(CLOSE_POLL_MS);
    this.#locks.close();
    // Ends a fetch that waits for an envelope. It may still return one, which is then put back.
    await this.#worker.close(true);
    // After an outage BullMQ may never return from the fetch.
    await withTimeout(CLOSE_TIMEOUT_MS, 'ending the last fetch', () => this.#consuming).catch(() => undefined);
  }

  async #consume(): Promise<void> {
    await this.#worker.startStalledCheckTimer();
    while (!this.#closing) {
      const releaseOwn = await this.#own.acquire();
      if (this.#ready.length === 0) await this.#fetch({ block: true });
      const first = this.#ready.shift();
      if (first === undefined) releaseOwn();
      else await this.#startBatch(first, releaseOwn);
    }
  }

  async #startBatch(first: Job<Envelope>, releaseOwn: () => void): Promise<void> {
    const batch = [first];
    const isGathering = this.#running.size > 0 && !(await this.#fill(batch));
    if (isGathering) await Promise.race([...this.#running, delay(GATHER_LIMIT_MS)]);
    const releaseShared = await this.#options.shared.acquire();
    await this.#fill(batch);
    const run = this.#run(batch).finally(() => {
      releaseShared();
      releaseOwn();
      this.#running.delete(run);
    });
    this.#running.add(run);
  }

  /** Adds envelopes to a batch until it is full or the queue is empty. Returns true if it is full. */
  async #fill(batch: Job<Envelope>[]): Promise<boolean> {
    let fullness = batch.reduce((sum, { data }) => sum + fullnessOf(data), 0);
    for (let wave = 1; fullness < 1 && !this.#closing; ) {
      const next = this.#ready[0];
      if (next !== undefined) {
        fullness += fullnessOf(next.data);
        if (fullness <= 1) batch.push(...this.#ready.splice(0, 1));
      } else if (await this.#fetchWave(wave)) {
        wave = Math.min(wave * 2, MAX_FETCHES);
      } else {
        break;
      }
    }
    return fullness >= 1;
  }

  /** Fetches several envelopes at once. False when the queue is empty. */
  async #fetchWave(count: number): Promise<boolean> {
    await Promise.all(Array.from({ length: count }, () => this.#fetch({ block: false })));
    return this.#ready.length > 0;
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
      if (error === null) return await this.#complete(job, token);
      this.#options.onRetry(error);
      await job.moveToFailed(error, token);
    } catch (failure) {
      this.#options.onError(failure as Error);
    }
  }

  /** Completes an envelope, and fetches another one if few are ready. */
  async #complete(job: Job<Envelope>, token: string): Promise<void> {
    const fetchNext = !this.#closing && this.#ready.length + this.#fetching < MAX_READY;
    if (!fetchNext) return void (await job.moveToCompleted(undefined, token, false));
    this.#fetching += 1;
    try {
      const [data, id] = (await job.moveToCompleted(undefined, token, true)) as [JobJson | null, string?];
      if (data) await this.#take(Job.fromJSON<Envelope>(this.#worker, data, id), token);
    } finally {
      this.#fetching -= 1;
    }
  }

  /** Fetches an envelope, if there is one. Otherwise it waits for one for a few seconds, if it may block. */
  async #fetch({ block }: { block: boolean }): Promise<void> {
    this.#tokens += 1;
    const token = `${this.#worker.id}:${this.#tokens}`;
    try {
      const job = await this.#worker.getNextJob(token, { block });
      if (job !== undefined) await this.#take(job, token);
    } catch (error) {
      if (this.#closing) return;
      this.#options.onError(error as Error);
      await delay(FETCH_RETRY_MS);
    }
  }

  async #take(job: Job<Envelope>, token: string): Promise<void> {
    if (await this.#setAside(job, token)) return;
    job.token = token;
    this.#locks.hold(job);
    if (this.#closing) await this.#putBack(job);
    else this.#ready.push(job);
  }

  async #putBack(job: Job<Envelope>): Promise<void> {
    if (!this.#locks.release(job)) return;
    await job.moveToWait(job.token).catch((error: Error) => this.#options.onError(error));
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
