import type { JobName, JobPayload, SingleJobName } from '@slipway/contracts';
import { openProcessDatabase } from '@slipway/db';
import { appSecretsOf, createProjectRedactors, historyRetentionOf, logLimitsOf } from '@slipway/domain';
import { watchObjectStore } from '@slipway/objects';
import { requireMigrations } from '@slipway/prisma';
import {
  connectFailFast,
  connectRetrying,
  createJobPublisher,
  createLogBuffer,
  createSeenKeys,
  isTimer,
  OBJECT_STORE,
  pingRedis,
  type Redis,
  recordFirst,
  startJobWorker,
} from '@slipway/queue';
import { dependencyLog, type ProcessContext, redisState, throttledLog } from '@slipway/runtime';
import { consumeEnvelopes } from './consume-envelopes.js';
import type { JobDefinition, SharedContext } from './define-job.js';
import { createBaselineRequests } from './investigation/baseline-requests.js';
import { createEngine } from './investigation/engine.js';
import { createFailureQueue } from './investigation/failure-queue.js';
import { createLanguageModel } from './investigation/language-model.js';
import {
  CLOSE_LIMIT_MS,
  IDLE_TRANSACTION_TIMEOUT_MS,
  RESERVED_CONNECTIONS,
  STATEMENT_TIMEOUT_MS,
} from './limits.js';
import { createMailer } from './mail/mailer.js';
import { startSending } from './outgoing/outbox.js';
import { startPolling } from './polling/jenkins-poller.js';
import { jobs } from './registry.js';
import { startRerunning } from './rerun/start-rerunning.js';
import { createTimers } from './timers.js';
import { traceApply } from './tracing.js';
import { watchBacklog } from './watch-backlog.js';
import { createWorkerMetrics } from './worker-metrics.js';

type Handlers = { readonly [N in JobName]: JobDefinition<N> };

// Does not compile if a job of the catalog has no file.
const handlers: Handlers = Object.fromEntries(jobs.map((job) => [job.name, job])) as {
  [J in (typeof jobs)[number] as J['name']]: J;
};

/** Starts running jobs, and registers how to stop and what to close. */
export async function runWorker(context: ProcessContext): Promise<void> {
  const { settings, logger, tracing, clock, onClose } = context;
  const database = openProcessDatabase(context, {
    name: 'slipway-worker',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    idleTransactionTimeoutMs: IDLE_TRANSACTION_TIMEOUT_MS,
    preloadModels: true,
    onState: dependencyLog(throttledLog(logger), 'database'),
  });
  const redis = connectRetrying(settings, redisState(context));
  onClose('redis', () => redis.disconnect());
  const queue = createJobPublisher({ connection: redis });
  const metrics = createWorkerMetrics(context.metrics);
  const engine = createEngine({ threads: settings.WORKER_CONCURRENCY });
  onClose('engine', () => engine.close());
  const redactors = createProjectRedactors(appSecretsOf(settings));
  const mailer = createMailer(settings);
  const failures = createFailureQueue({ queue, logger });
  const shared: SharedContext = {
    database,
    queue,
    seenKeys: createSeenKeys(redis),
    baseUrl: settings.BASE_URL,
    mailer,
    engine,
    languageModel: createLanguageModel(settings, { logger, metrics }),
    baselines: createBaselineRequests({ queue, clock, logger }),
    failures,
    logs: createLogBuffer({ redis }),
    logLimits: logLimitsOf(settings),
    creditCost: settings.INVESTIGATION_CREDIT_COST,
    redactors,
    ...reachTools(context, redis, { database, mailer, metrics, redactors, failures }),
    retentionDays: settings.DELIVERY_RETENTION_DAYS,
    history: historyRetentionOf(settings),
    clock,
    logger,
    metrics,
    tracing,
  };
  await clock.check();
  watch(context, shared);
  runJobs(context, redis, shared);
  logger.info('running jobs');
}

/** Opens what sends requests to other servers. */
function reachTools(
  context: ProcessContext,
  redis: Redis,
  shared: Pick<SharedContext, 'database' | 'mailer' | 'metrics' | 'redactors' | 'failures'>,
): Pick<SharedContext, 'jenkins' | 'outbox' | 'reruns'> {
  return {
    jenkins: startPolling(context, shared),
    outbox: startSending(context, shared),
    reruns: startRerunning(context, redis),
  };
}

/** Gauges and checks use a fail-fast connection: they must not wait while Redis is down. */
function watch(
  context: ProcessContext,
  { database, clock, retentionDays: days, history, logger, metrics }: SharedContext,
): void {
  const { settings, onClose, onReadyCheck } = context;
  const redis = connectFailFast(settings, () => {
    // The connection of the jobs already reports the state of Redis.
  });
  onClose('gauges of redis', () => redis.disconnect());
  const retention = { days, history };
  const log = throttledLog(logger);
  onClose('gauges', watchBacklog({ redis, database, clock, retention, metrics, settings, log }));
  watchObjectStore(context, (id) => recordFirst(redis, OBJECT_STORE, id));
  onReadyCheck('database', () => database.ping());
  onReadyCheck('queue', () => pingRedis(redis));
  onReadyCheck('migrations', () => requireMigrations(database.spare));
}

function runJobs({ settings, onClose }: ProcessContext, redis: Redis, shared: SharedContext): void {
  const { queue, logger, metrics } = shared;
  const closing = new AbortController();
  const timers = createTimers(shared);
  const concurrency = settings.WORKER_CONCURRENCY;
  const envelopes = consumeEnvelopes({
    redis,
    concurrency,
    transactions: Math.max(1, settings.DATABASE_POOL_SIZE - RESERVED_CONNECTIONS),
    shared,
    apply: traceApply(shared.tracing, async (envelope, signal, queued) => {
      await handlers.apply_deliveries.run(envelope, { ...shared, signal, closing: closing.signal, queued });
    }),
  });
  const singleJobs = startJobWorker({
    connection: redis,
    concurrency,
    async run(name, payload, signal) {
      const work = () => runJob(name, payload, { ...shared, signal, closing: closing.signal });
      await (isTimer(name) ? timers.run(name, work) : work());
    },
    onError(error, name) {
      if (name !== undefined) metrics.jobFailures.inc({ name });
      throttledLog(logger).warn({ err: error, job: name }, `job failed${name === undefined ? '' : `: ${name}`}`);
    },
  });
  const close = async () => {
    closing.abort();
    await Promise.all([envelopes.close(), singleJobs.close()]);
    await queue.close();
  };
  // While Redis is down, BullMQ never finishes closing; other workers take over the remaining jobs.
  onClose('jobs', close, CLOSE_LIMIT_MS);
}

function runJob<N extends SingleJobName>(
  name: N,
  payload: JobPayload<N>,
  context: Parameters<JobDefinition<N>['run']>[1],
): Promise<unknown> {
  const handler: JobDefinition<N> = handlers[name];
  return handler.run(payload, context);
}
