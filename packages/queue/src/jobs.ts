import { JOBS, type JobPayload, type SingleJobName } from '@slipway/contracts';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { backoffMs } from './backoff.js';
import { keepSchedules, TIMER_COUNT } from './schedules.js';
import { DEFAULT_NAMESPACE } from './shards.js';
import { withinTimeLimit } from './time-limit.js';

const NAME = 'jobs';
const prefixOf = (namespace = DEFAULT_NAMESPACE) => `{${namespace}:${NAME}}`;

const LOCK_MS = 30_000;
const STALL_CHECK_MS = 5_000;
const MAX_STALLS = 10;
const KEPT_FAILED = 1_000;
const UNKNOWN_JOB_DELAY_MS = 5_000;

/** Puts single jobs into the queue. */
export interface JobPublisher {
  /** `id` keeps a second request for the same work from queueing it twice while the first waits. */
  enqueue<N extends SingleJobName>(name: N, payload: JobPayload<N>, id: string): Promise<void>;
  close(): Promise<void>;
}

export function createJobPublisher(options: { connection: Redis; namespace?: string }): JobPublisher {
  const queue = openQueue(options.connection, options.namespace);
  return {
    async enqueue(name, payload, id) {
      // A failed one that is kept would swallow the next request for the same work.
      const removeOnFail = true;
      await queue.add(name, payload, { jobId: `${name}-${id}`, attempts: JOBS[name].attempts, removeOnFail });
    },
    close: () => queue.close(),
  };
}

function openQueue(connection: Redis, namespace: string | undefined): Queue {
  const queue = new Queue(NAME, {
    connection,
    prefix: prefixOf(namespace),
    skipWaitingForReady: true,
    skipVersionCheck: true,
    defaultJobOptions: {
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: { count: KEPT_FAILED },
    },
  });
  // A failed command rejects at its caller; the connection reports its own state.
  queue.on('error', () => undefined);
  return queue;
}

export interface JobWorkerOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Jobs run at once by this process, not counting those that run on a timer. */
  readonly concurrency: number;
  readonly run: <N extends SingleJobName>(name: N, payload: JobPayload<N>, signal: AbortSignal) => Promise<void>;
  /** Told of failures, with the job's name when it was a job that failed. */
  readonly onError: (error: Error, name?: string) => void;
  /** How often the timers are put back where they are missing. */
  readonly renewSchedulesMs?: number;
}

/** Takes single jobs, and sees to it that the repeating ones repeat. */
export function startJobWorker(options: JobWorkerOptions): { close(): Promise<void> } {
  const { connection, namespace, concurrency, run, onError, renewSchedulesMs: renewMs } = options;
  const queue = openQueue(connection, namespace);
  const stopScheduling = keepSchedules({
    queue,
    connection,
    onError,
    ...(renewMs === undefined ? {} : { renewMs }),
  });
  const worker = new Worker(NAME, (job, token) => runJob(job, token, run), {
    connection,
    prefix: prefixOf(namespace),
    // Room for every timer besides: one that hangs keeps no other job waiting.
    concurrency: concurrency + TIMER_COUNT,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    settings: { backoffStrategy: (attempts) => backoffMs(attempts) },
  });
  worker.on('error', onError);
  worker.on('failed', (job, error) => onError(error, job?.name));
  return {
    async close() {
      stopScheduling();
      await worker.close();
      await queue.close();
    },
  };
}

async function runJob(job: Job, token: string | undefined, run: JobWorkerOptions['run']): Promise<void> {
  const { name } = job;
  if (!isKnown(name)) return leaveUnknown(job, token);
  await withinTimeLimit(JOBS[name].timeoutMs, name, (signal) => run(name, job.data, signal));
}

function isKnown(name: string): name is SingleJobName {
  return name in JOBS && name !== 'apply_deliveries';
}

/** A job of another release: its own workers take it. A timer's is left out, since it comes again. */
async function leaveUnknown(job: Job, token: string | undefined): Promise<void> {
  if (job.repeatJobKey !== undefined) return;
  await job.moveToDelayed(Date.now() + UNKNOWN_JOB_DELAY_MS, token);
  throw new DelayedError();
}
