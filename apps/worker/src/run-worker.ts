import type { JobName, JobPayload, SingleJobName } from '@slipway/contracts';
import { openProcessDatabase } from '@slipway/db';
import { systemClock } from '@slipway/domain';
import { requireMigrations } from '@slipway/prisma';
import {
  connectFailFast,
  connectPatient,
  createJobPublisher,
  createSeenKeys,
  isTimer,
  type Redis,
  startJobWorker,
} from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import type { JobDefinition, SharedContext } from './define-job.js';
import { createBaselineRequests } from './investigation/baseline-requests.js';
import { createEngine } from './investigation/engine.js';
import { createLanguageModel } from './investigation/language-model.js';
import { createMailer } from './mail/mailer.js';
import { startPolling } from './polling/jenkins-poller.js';
import { jobs } from './registry.js';
import { takeEnvelopes } from './take-envelopes.js';
import { createTimers } from './timers.js';
import { watchBacklog } from './watch-backlog.js';
import { createWorkerMetrics } from './worker-metrics.js';

const STATEMENT_TIMEOUT_MS = 30_000;
/** Connections that a backlog of envelopes leaves to timers, investigations and checks. */
const CONNECTIONS_OF_OTHERS = 3;
/** What is underway may take this long to finish once the process is asked to end. */
const CLOSE_LIMIT_MS = 10_000;
const DATABASE_CLOSE_LIMIT_MS = 3_000;

type Handlers = { readonly [N in JobName]: JobDefinition<N> };

// Fails to compile while a job of the catalog has no file.
const handlers: Handlers = Object.fromEntries(jobs.map((job) => [job.name, job])) as {
  [J in (typeof jobs)[number] as J['name']]: J;
};

/** Starts taking jobs; registers how to stop and what to close. */
export async function runWorker(context: ProcessContext): Promise<void> {
  const { settings, logger } = context;
  const onClose: ProcessContext['onClose'] = (name, close) =>
    context.onClose(name, async () => void (await within(DATABASE_CLOSE_LIMIT_MS, close())));
  const database = openProcessDatabase(
    { settings, logger, onClose },
    { name: 'slipway-worker', statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
  const redis = connectPatient(settings.REDIS_URL, (error) => logger.warn({ err: error }, 'redis connection'));
  context.onClose('redis', () => redis.disconnect());
  const queue = createJobPublisher({ connection: redis });
  const metrics = createWorkerMetrics(context.metrics);
  const engine = createEngine({ threads: settings.WORKER_CONCURRENCY });
  context.onClose('engine', () => engine.close());
  const shared: SharedContext = {
    database,
    queue,
    seenKeys: createSeenKeys(redis),
    baseUrl: settings.BASE_URL,
    mailer: createMailer(settings),
    engine,
    languageModel: createLanguageModel(settings, { logger, metrics }),
    baselines: createBaselineRequests({ queue, clock: systemClock, logger }),
    jenkins: startPolling(context, { database, metrics }),
    retentionDays: settings.DELIVERY_RETENTION_DAYS,
    clock: systemClock,
    logger,
    metrics,
  };
  watch(context, shared);
  takeWork(context, redis, shared);
  logger.info('taking jobs');
}

/** Gauges and checks have a connection of their own: theirs must not wait while Redis is away. */
function watch(
  { settings, onClose, onReadyCheck }: ProcessContext,
  { database, clock, metrics }: SharedContext,
): void {
  const redis = connectFailFast(settings.REDIS_URL, () => {
    // The connection that takes jobs from the same Redis reports its state.
  });
  onClose('gauges of redis', () => redis.disconnect());
  onClose('gauges', watchBacklog({ redis, database, clock, metrics }));
  onReadyCheck('database', () => database.ping());
  onReadyCheck('queue', async () => void (await redis.ping()));
  onReadyCheck('migrations', () => requireMigrations(database.pool));
}

function takeWork({ settings, onClose }: ProcessContext, redis: Redis, shared: SharedContext): void {
  const { queue, logger, metrics } = shared;
  const timers = createTimers(shared);
  const concurrency = settings.WORKER_CONCURRENCY;
  const envelopes = takeEnvelopes({
    redis,
    concurrency,
    transactions: Math.max(1, settings.DATABASE_POOL_SIZE - CONNECTIONS_OF_OTHERS),
    shared,
    apply: (envelope, signal, queued) => handlers.apply_deliveries.run(envelope, { ...shared, signal, queued }),
  });
  const singleJobs = startJobWorker({
    connection: redis,
    concurrency,
    run(name, payload, signal) {
      const work = () => runJob(name, payload, { ...shared, signal });
      return isTimer(name) ? timers.run(name, work) : work();
    },
    onError(error, name) {
      if (name !== undefined) metrics.jobFailures.inc({ name });
      logger.warn({ err: error, job: name }, 'job failed');
    },
  });
  async function close() {
    await Promise.all([envelopes.close(), singleJobs.close()]);
    await queue.close();
  }
  onClose('workers', async () => {
    const closed = await within(CLOSE_LIMIT_MS, close());
    if (!closed) logger.warn({ limitMs: CLOSE_LIMIT_MS }, 'ending before all work is done: others take it over');
  });
}

function runJob<N extends SingleJobName>(
  name: N,
  payload: JobPayload<N>,
  context: Parameters<JobDefinition<N>['run']>[1],
): Promise<void> {
  const handler: JobDefinition<N> = handlers[name];
  return handler.run(payload, context);
}

/** False when closing takes longer: with Redis away, BullMQ's workers never end; with PostgreSQL away, its pool. */
async function within(limitMs: number, closing: Promise<void> | void): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const closed = await Promise.race([Promise.resolve(closing).then(() => true), limit]);
  clearTimeout(timer);
  return closed;
}
