import type { JobName, JobPayload, SingleJobName } from '@slipway/contracts';
import { openDatabase } from '@slipway/db';
import { systemClock } from '@slipway/domain';
import {
  connectPatient,
  createJobPublisher,
  createSeenKeys,
  startDeliveryWorkers,
  startJobWorker,
} from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import type { JobContext, JobDefinition } from './define-job.js';
import { jobs } from './registry.js';

const STATEMENT_TIMEOUT_MS = 30_000;
const CLOSE_LIMIT_MS = 10_000;

type Handlers = { readonly [N in JobName]: JobDefinition<N> };

// Fails to compile while a job of the catalog has no file.
const handlers: Handlers = Object.fromEntries(jobs.map((job) => [job.name, job])) as {
  [J in (typeof jobs)[number] as J['name']]: J;
};

/** Starts taking jobs; registers how to stop and what to close. */
export async function runWorker(context: ProcessContext): Promise<void> {
  const { settings, logger, metrics, onClose } = context;
  const database = openDatabase({
    url: settings.DATABASE_URL,
    name: 'slipway-worker',
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  onClose('database', () => database.close());
  const redis = connectPatient(settings.REDIS_URL, (error) => logger.warn({ err: error }, 'redis connection'));
  onClose('redis', () => redis.disconnect());
  const queue = createJobPublisher({ connection: redis });
  onClose('job publisher', () => within(CLOSE_LIMIT_MS, queue.close()));
  const jobContext: JobContext = {
    database,
    queue,
    seenKeys: createSeenKeys(redis),
    baseUrl: settings.BASE_URL,
    clock: systemClock,
    logger,
    metrics: {
      applied: metrics.counter('deliveries_applied_total', 'Settled deliveries by provider and outcome', [
        'provider',
        'outcome',
      ]),
      applySeconds: metrics.histogram(
        'apply_seconds',
        'Time to apply an envelope',
        [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      ),
    },
  };
  const workers = startDeliveryWorkers({
    connection: redis,
    concurrency: settings.WORKER_CONCURRENCY,
    apply: (envelope, queued) => handlers.apply_deliveries.run(envelope, { ...jobContext, queued }),
    onError: (error) => logger.warn({ err: error }, 'job failed, will be tried again'),
  });
  onClose('workers', () => within(CLOSE_LIMIT_MS, workers.close()));
  const jobWorker = await startJobWorker({
    connection: redis,
    concurrency: settings.WORKER_CONCURRENCY,
    run: (name, payload) => runJob(name, payload, jobContext),
    onError: (error) => logger.warn({ err: error }, 'job failed'),
  });
  onClose('job worker', () => within(CLOSE_LIMIT_MS, jobWorker.close()));
  logger.info('taking jobs');
}

function runJob<N extends SingleJobName>(name: N, payload: JobPayload<N>, context: JobContext): Promise<void> {
  const handler: JobDefinition<N> = handlers[name];
  return handler.run(payload, context);
}

/** Closing BullMQ workers never ends while Redis is away; their jobs are picked up elsewhere. */
async function within(limitMs: number, closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([closing, limit]);
  clearTimeout(timer);
}
