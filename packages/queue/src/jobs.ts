import { JOBS, type JobPayload, type SingleJobName } from '@slipway/contracts';
import { jitteredBackoffMs, withTimeout } from '@slipway/domain';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DelayedError, type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from './connection.js';
import { RETRY_WAIT, UNKNOWN_VERSION_DELAY_MS } from './limits.js';
import { maintainSchedules, TIMER_COUNT } from './schedules.js';
import { DEFAULT_NAMESPACE } from './shards.js';

const NAME = 'jobs';
const prefixOf = (namespace = DEFAULT_NAMESPACE) => `{${namespace}:${NAME}}`;

export const jobQueueKey = (namespace: string) => `${prefixOf(namespace)}:${NAME}`;

const LOCK_MS = 30_000;
const STALL_CHECK_MS = 5_000;
const MAX_STALLS = 10;
/** Enough to store the results of the last jobs. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Failed jobs that stay in Redis for inspection. */
const MAX_FAILED = 1_000;

export interface EnqueueOptions {
  /** Whether all other jobs go first: nobody waits for this one. */
  readonly inBackground?: boolean;
}

/** In BullMQ, jobs with a priority wait until no job without one does. */
const BACKGROUND_PRIORITY = 1;

export interface JobPublisher {
  /** While a job with the same name and id waits, enqueueing it again does nothing. */
  enqueue<N extends SingleJobName>(
    name: N,
    payload: JobPayload<N>,
    id: string,
    options?: EnqueueOptions,
  ): Promise<void>;
  close(): Promise<void>;
}

export function createJobPublisher(options: { connection: Redis; namespace?: string }): JobPublisher {
  const queue = openJobQueue(options.connection, options.namespace);
  return {
    async enqueue(name, payload, id, { inBackground = false } = {}) {
      // A failed job that stays in Redis would block the next one with its id.
      const removeOnFail = true;
      const priority = inBackground ? { priority: BACKGROUND_PRIORITY } : {};
      const { attempts } = JOBS[name];
      await queue.add(name, payload, { jobId: `${name}-${id}`, attempts, removeOnFail, ...priority });
    },
    close: () => queue.close(),
  };
}

export function openJobQueue(connection: Redis, namespace: string | undefined): Queue {
  const queue = new Queue(NAME, {
    connection,
    prefix: prefixOf(namespace),
    skipWaitingForReady: true,
    skipVersionCheck: true,
    defaultJobOptions: {
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: { count: MAX_FAILED },
    },
  });
  // A failed command rejects at its caller; the connection reports its own state.
  queue.on('error', () => undefined);
  return queue;
}

export interface JobWorkerOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Jobs that this process runs at once, not counting timers. */
  readonly concurrency: number;
  readonly run: <N extends SingleJobName>(name: N, payload: JobPayload<N>, signal: AbortSignal) => Promise<void>;
  /** Called with the job's name when a job failed, and without when the worker did. */
  readonly onError: (error: Error, name?: string) => void;
  /** How often missing schedules are restored. */
  readonly renewSchedulesMs?: number;
}

/** Runs single jobs, and maintains the schedules of the timers. */
export function startJobWorker(options: JobWorkerOptions): { close(): Promise<void> } {
  const { connection, namespace, concurrency, run, onError, renewSchedulesMs: renewMs } = options;
  const queue = openJobQueue(connection, namespace);
  const stopScheduling = maintainSchedules({
    queue,
    connection,
    onError,
    ...(renewMs === undefined ? {} : { renewMs }),
  });
  const running = new Set<Promise<void>>();
  async function runTracked(job: Job, token: string | undefined): Promise<void> {
    const result = runJob(job, token, run);
    running.add(result);
    await result.finally(() => running.delete(result));
  }
  const worker = new Worker(NAME, runTracked, {
    connection,
    prefix: prefixOf(namespace),
    // Each timer has its own slot: one that hangs delays no other job.
    concurrency: concurrency + TIMER_COUNT,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    settings: { backoffStrategy: (attempts) => jitteredBackoffMs(attempts, RETRY_WAIT) },
  });
  worker.on('error', onError);
  worker.on('failed', (job, error) => onError(error, job?.name));
  return {
    async close() {
      stopScheduling();
      const closed = worker.close();
      await Promise.allSettled(running);
      // After an outage BullMQ may never finish closing, although no job runs.
      await withTimeout(CLOSE_TIMEOUT_MS, 'closing the job worker', () => closed).catch(() => undefined);
      await queue.close();
    },
  };
}

async function runJob(job: Job, token: string | undefined, run: JobWorkerOptions['run']): Promise<void> {
  const { name } = job;
  if (!isKnown(name)) return postponeUnknown(job, token);
  const payload = requirePayload(name, job.data);
  await withTimeout(JOBS[name].timeoutMs, name, (signal) => run(name, payload, signal));
}

function isKnown(name: string): name is SingleJobName {
  return name in JOBS && name !== 'apply_deliveries';
}

/** A job of another release is left to its workers. A timer's is dropped, since it comes again. */
async function postponeUnknown(job: Job, token: string | undefined): Promise<void> {
  if (job.repeatJobKey !== undefined) return;
  await job.moveToDelayed(Date.now() + UNKNOWN_VERSION_DELAY_MS, token);
  throw new DelayedError();
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: false });
const validators = new Map<SingleJobName, ValidateFunction>();

/** Returns the payload of a job if it fits the catalog. Trying again would not help one that does not. */
function requirePayload<N extends SingleJobName>(name: N, data: unknown): JobPayload<N> {
  const isValid = validators.get(name) ?? ajv.compile(JOBS[name].payload);
  validators.set(name, isValid);
  if (!isValid(data))
    throw new UnrecoverableError(`the payload of ${name} is invalid: ${ajv.errorsText(isValid.errors)}`);
  return data as JobPayload<N>;
}
