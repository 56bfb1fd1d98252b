import { JOBS, type JobPayload, type SingleJobName } from '@slipway/contracts';
import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { backoffMs } from './backoff.js';
import { DEFAULT_NAMESPACE } from './shards.js';

const NAME = 'jobs';
const prefixOf = (namespace = DEFAULT_NAMESPACE) => `{${namespace}:${NAME}}`;

const LOCK_MS = 30_000;
const STALL_CHECK_MS = 5_000;
const MAX_STALLS = 10;
const KEPT_FAILED = 1_000;

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
      await queue.add(name, payload, { jobId: `${name}-${id}`, attempts: JOBS[name].attempts });
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
  readonly concurrency: number;
  readonly run: <N extends SingleJobName>(name: N, payload: JobPayload<N>) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** Takes single jobs, and sees to it that the repeating ones repeat. */
export async function startJobWorker(options: JobWorkerOptions): Promise<{ close(): Promise<void> }> {
  const { connection, namespace, concurrency, run, onError } = options;
  const queue = openQueue(connection, namespace);
  await scheduleRepeating(queue);
  const worker = new Worker(NAME, (job: Job) => run(job.name as SingleJobName, job.data), {
    connection,
    prefix: prefixOf(namespace),
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    settings: { backoffStrategy: (attempts) => backoffMs(attempts) },
  });
  worker.on('error', onError);
  worker.on('failed', (_job, error) => onError(error));
  return {
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

/** One scheduler per repeating job, whoever starts first; those no longer in the catalog are taken out. */
async function scheduleRepeating(queue: Queue): Promise<void> {
  const repeating = Object.entries(JOBS).flatMap(([name, job]) =>
    'everyMs' in job ? [{ name, everyMs: job.everyMs }] : [],
  );
  const known = new Set(repeating.map(({ name }) => name));
  for (const { key } of await queue.getJobSchedulers()) {
    if (!known.has(key)) await queue.removeJobScheduler(key);
  }
  for (const { name, everyMs } of repeating) {
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: { attempts: 1 } });
  }
}
