import { ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { backoffMs } from './backoff.js';
import { createCombiner } from './combiner.js';
import { createFetchAhead, type FetchedAhead, type Fetcher } from './fetch-ahead.js';
import { tellLossesOnce } from './lost-locks.js';
import { DEFAULT_NAMESPACE, type DeliveryQueue, deliveryQueues } from './shards.js';
import { withinTimeLimit } from './time-limit.js';

/** What the queue knows of an envelope. */
export interface QueuedEnvelope {
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** How often it was begun, this time included. */
  readonly attempts: number;
}

/** What the queue knows of deliveries, by their id. */
export type QueuedDeliveries = ReadonlyMap<string, QueuedEnvelope>;

export interface DeliveryWorkerOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** How many transactions of one queue this process has open at once. */
  readonly concurrency: number;
  /**
   * Applies the deliveries of one or several envelopes; a throw means that all are tried again later. The signal tells
   * when their time is up.
   */
  readonly apply: (envelope: Envelope, signal: AbortSignal, queued: QueuedDeliveries) => Promise<void>;
  readonly onError: (error: Error) => void;
  /** Told of an envelope that will be tried again. */
  readonly onRetry?: (error: Error) => void;
  /** Told of an envelope that another worker left unfinished. */
  readonly onStalled?: () => void;
}

/**
 * A short lock and many allowed stalls: a killed worker's envelope is picked up within half a minute, never failed. Yet
 * longer than a worker on a busy machine is ever too busy to renew it.
 */
const LOCK_MS = 20_000;
const LOCK_RENEW_MS = 5_000;
const STALL_CHECK_MS = 5_000;
const MAX_STALLS = 1_000;
const UNKNOWN_VERSION_DELAY_MS = 5_000;

/** Fetched ahead per transaction, so that a backlog is applied many envelopes at a time. */
const ENVELOPES_AHEAD = 24;
/** Of the bodies that a process holds, beyond which it fetches nothing ahead: applying takes several times as much. */
const MAX_HELD_CHARACTERS = 16 * 1024 * 1024;
/** What one transaction takes at most, unless a single envelope is more. */
const MAX_DELIVERIES = 500;
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Time that an envelope has beyond that of its job: ten seconds for each megabyte. */
const MS_PER_CHARACTER = 0.01;
/** Envelopes are fetched one by one, each as another is finished. */
const GATHER_MS = 5;

/** Starts one worker per queue. Returns how to stop: no new envelopes, those underway finish. */
export function startDeliveryWorkers(options: DeliveryWorkerOptions): { close(): Promise<void> } {
  const maxJobs = options.concurrency * ENVELOPES_AHEAD;
  const fetchAhead = createFetchAhead({ maxJobs, maxWeight: MAX_HELD_CHARACTERS });
  const workers = deliveryQueues(options.namespace ?? DEFAULT_NAMESPACE).map((queue) =>
    startQueue(queue, options, fetchAhead),
  );
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function startQueue(
  { name, prefix }: DeliveryQueue,
  options: DeliveryWorkerOptions,
  fetchAhead: (fetcher: Fetcher) => FetchedAhead,
): Worker<Envelope> {
  const { connection, concurrency } = options;
  const apply = createCombiner<Job<Envelope>>({
    concurrency,
    maxWeight: 1,
    gatherMs: GATHER_MS,
    weigh: ({ data }) => weigh(data),
    run: (jobs) => applyJobs(jobs, options.apply),
  });
  const worker: Worker<Envelope> = new Worker<Envelope>(name, (job, token) => takeJob(job, token, hold), {
    connection,
    prefix,
    lockDuration: LOCK_MS,
    lockRenewTime: LOCK_RENEW_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    settings: { backoffStrategy: (attempts) => backoffMs(attempts) },
  });
  const ahead = fetchAhead(worker);
  async function hold(job: Job<Envelope>): Promise<void> {
    const release = ahead.hold(charactersOf(job.data));
    await apply(job).finally(release);
  }
  worker.on('drained', ahead.drained);
  worker.on('error', tellLossesOnce(options.onError));
  worker.on('failed', (_job, error) => options.onRetry?.(error));
  worker.on('stalled', () => options.onStalled?.());
  return worker;
}

function charactersOf({ deliveries }: Envelope): number {
  return deliveries.reduce((sum, { body }) => sum + body.length, 0);
}

/** How much of a transaction an envelope fills: few deliveries can be as much work and memory as many. */
function weigh(envelope: Envelope): number {
  return Math.max(envelope.deliveries.length / MAX_DELIVERIES, charactersOf(envelope) / MAX_CHARACTERS);
}

async function takeJob(
  job: Job<Envelope>,
  token: string | undefined,
  apply: (job: Job<Envelope>) => Promise<void>,
): Promise<void> {
  // During a rolling deploy a newer ingest may be ahead of this worker: leave its envelopes to newer workers.
  if (job.data.v !== ENVELOPE_VERSION) {
    await job.moveToDelayed(Date.now() + UNKNOWN_VERSION_DELAY_MS, token);
    throw new DelayedError();
  }
  await apply(job);
}

function applyJobs(jobs: readonly Job<Envelope>[], apply: DeliveryWorkerOptions['apply']): Promise<void> {
  const deliveries = jobs.flatMap(({ data }) => data.deliveries);
  const queued = new Map(jobs.flatMap(queuedDeliveries));
  const envelope = { v: ENVELOPE_VERSION, deliveries } as const;
  const limitMs = JOBS.apply_deliveries.timeoutMs + Math.round(charactersOf(envelope) * MS_PER_CHARACTER);
  return withinTimeLimit(limitMs, 'an envelope', (signal) => apply(envelope, signal, queued));
}

function queuedDeliveries({ data, timestamp, attemptsStarted }: Job<Envelope>): [string, QueuedEnvelope][] {
  const queued = { queuedAt: timestamp, attempts: Math.max(1, attemptsStarted) };
  return data.deliveries.map(({ id }) => [id, queued]);
}
