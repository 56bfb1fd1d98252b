import { Envelope, JOBS } from '@slipway/contracts';
import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { backoffMs } from './backoff.js';
import { DEFAULT_NAMESPACE, SHARD_COUNT, shardQueue } from './shards.js';
import { withinTimeLimit } from './time-limit.js';

/** What the queue knows of an envelope. */
export interface QueuedEnvelope {
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** How often it was begun, this time included. */
  readonly attempts: number;
}

export interface DeliveryWorkerOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Envelopes of one shard applied at once by this process. */
  readonly concurrency: number;
  /** Applies an envelope; a throw means that it is tried again later. The signal tells when its time is up. */
  readonly apply: (envelope: Envelope, signal: AbortSignal, queued: QueuedEnvelope) => Promise<void>;
  readonly onError: (error: Error) => void;
  /** Told of an envelope that will be tried again. */
  readonly onRetry?: (error: Error) => void;
  /** Told of an envelope that another worker left unfinished. */
  readonly onStalled?: () => void;
}

/** A short lock and many allowed stalls: a killed worker's envelope is picked up within seconds, never failed. */
const LOCK_MS = 10_000;
const STALL_CHECK_MS = 5_000;
const MAX_STALLS = 1_000;
const UNKNOWN_VERSION_DELAY_MS = 5_000;

/** Starts one worker per shard. Returns how to stop: no new envelopes, those underway finish. */
export function startDeliveryWorkers(options: DeliveryWorkerOptions): { close(): Promise<void> } {
  const workers = Array.from({ length: SHARD_COUNT }, (_, shard) => startShard(shard, options));
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function startShard(shard: number, options: DeliveryWorkerOptions): Worker<Envelope> {
  const { name, prefix } = shardQueue(shard, options.namespace ?? DEFAULT_NAMESPACE);
  const worker = new Worker<Envelope>(name, (job, token) => applyJob(job, token, options.apply), {
    connection: options.connection,
    prefix,
    concurrency: options.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    settings: { backoffStrategy: (attempts) => backoffMs(attempts) },
  });
  worker.on('error', options.onError);
  worker.on('failed', (_job, error) => options.onRetry?.(error));
  worker.on('stalled', () => options.onStalled?.());
  return worker;
}

async function applyJob(
  job: Job<Envelope>,
  token: string | undefined,
  apply: DeliveryWorkerOptions['apply'],
): Promise<void> {
  // During a rolling deploy a newer ingest may be ahead of this worker: leave its envelopes to newer workers.
  if (job.data.v !== Envelope.properties.v.const) {
    await job.moveToDelayed(Date.now() + UNKNOWN_VERSION_DELAY_MS, token);
    throw new DelayedError();
  }
  const queued = { queuedAt: job.timestamp, attempts: Math.max(1, job.attemptsStarted) };
  await withinTimeLimit(JOBS.apply_deliveries.timeoutMs, 'an envelope', (signal) =>
    apply(job.data, signal, queued),
  );
}
