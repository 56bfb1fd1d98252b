import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Delivery } from '@slipway/contracts';
import { apiReads, type Database, databaseFailureOf, type ProjectRecord } from '@slipway/db';
import {
  appSecretsOf,
  type Clock,
  createCursorCodec,
  createProjectRedactors,
  hashToken,
  newId,
  pageAt,
} from '@slipway/domain';
import {
  ApiError,
  type DatabaseFailure,
  databaseFailures,
  type ObservedTier,
  type OpenApiDocument,
} from '@slipway/http';
import { watchObjectStore } from '@slipway/objects';
import {
  connectFailFast,
  createJobPublisher,
  createReruns,
  DeliveryPublisher,
  type JobPublisher,
  OBJECT_STORE,
  recordFirst,
} from '@slipway/queue';
import { type Logger, type ProcessContext, throttledLog } from '@slipway/runtime';
import { OUTAGE_RETRY_SECONDS, REPLAY_TIMEOUT_MS } from './limits.js';
import { noteWrites } from './noted-writes.js';
import { describeApi } from './openapi.js';
import type { RestServices } from './services.js';

/** The connections of the app that serves the endpoints. */
export interface RestConnections {
  readonly database: Database;
  readonly redis: ReturnType<typeof connectFailFast>;
  readonly clock: Clock;
}

/** Opens what the endpoints need, and registers how to close it. */
export function openRestServices(
  context: ProcessContext,
  { database, redis, clock }: RestConnections,
): RestServices {
  const { settings, logger } = context;
  const reads = apiReads(database);
  const replays = openReplayQueue(context);
  const jobs = createJobPublisher({ connection: redis });
  context.onClose('job publisher', () => jobs.close());
  watchObjectStore(context, (id) => recordFirst(redis, OBJECT_STORE, id));
  let document: OpenApiDocument | undefined;
  // Created at the first request, because it takes tens of milliseconds.
  const openApi = () => (document ??= describeApi(settings.BASE_URL));
  const responseVersion = hashToken(`${readBuildId()} ${settings.BASE_URL}`);
  return {
    reads,
    readsOf: () => reads,
    database,
    logger,
    clock,
    cursors: createCursorCodec(appSecretsOf(settings)),
    redactors: createProjectRedactors(appSecretsOf(settings)),
    investigations: openInvestigations(context, jobs),
    reruns: createReruns({
      redis,
      jobs,
      connect: (timeoutMs) => connectFailFast(settings, ignoreState, timeoutMs),
    }),
    queueDelivery: (delivery) => queueDelivery(replays, delivery),
    openApi,
    responseVersion: () => responseVersion,
    baseUrl: settings.BASE_URL,
    upgradeUrl: settings.BASE_URL + pageAt('/settings/billing', {}),
    findProject: ({ userId }, projectId) => reads.findProject(userId, projectId),
    ...watchWrites(context, database),
  };
}

const ignoreState = () => {
  // The connection that handles requests already reports the state of Redis.
};

/** Without a replica, writes need not be noted. */
function watchWrites(
  { settings, logger, onClose }: ProcessContext,
  database: Database,
): Pick<RestServices, 'afterWrite' | 'hasUnnotedWrite'> {
  if (settings.DATABASE_REPLICA_URL === '') return { hasUnnotedWrite: () => false };
  const writes = noteWrites(database, throttledLog(logger));
  onClose('noted writes', () => writes.close());
  return {
    afterWrite: ({ accountId }: ProjectRecord) => writes.note(accountId),
    hasUnnotedWrite: writes.isMissing,
  };
}

function openInvestigations(
  { settings, logger }: ProcessContext,
  jobs: JobPublisher,
): RestServices['investigations'] {
  const log = throttledLog(logger);
  const orLater = (queued: Promise<void>) =>
    queued.catch((error: Error) => log.warn({ err: error }, 'investigation not queued yet'));
  return {
    creditCost: settings.INVESTIGATION_CREDIT_COST,
    dailyLimit: settings.INVESTIGATION_DAILY_LIMIT,
    queue: (investigationId) => orLater(jobs.enqueue('investigate_build', { investigationId }, investigationId)),
    queueDiagnosis: (buildRunId) => orLater(jobs.enqueue('diagnose_build', { buildRunId }, newId())),
  };
}

/** Replays have their own connection, so that no other command waits behind a large one. */
function openReplayQueue({ settings, onClose }: ProcessContext): DeliveryPublisher {
  const connection = connectFailFast(settings, ignoreState, REPLAY_TIMEOUT_MS);
  const publisher = new DeliveryPublisher({
    connection,
    waitReplicas: settings.REDIS_WAIT_REPLICAS,
    waitMs: REPLAY_TIMEOUT_MS / 2,
  });
  onClose('replay queue', async () => {
    await publisher.close();
    connection.disconnect();
  });
  return publisher;
}

async function queueDelivery(replays: DeliveryPublisher, delivery: Delivery): Promise<void> {
  try {
    await replays.enqueue([delivery]);
  } catch (cause) {
    const message = 'The delivery cannot be queued right now.';
    throw new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause });
  }
}

/** `npm run build` writes it. From the sources and from the compiled file, it is at the same place. */
const WRITTEN = new URL('../dist/build-id', import.meta.url);

/**
 * Identifies the code that turns rows into responses: the same in all processes of a release, different in the next.
 * Code that was never built gets a new id in every process.
 */
export function readBuildId(file = WRITTEN): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : randomUUID();
}

/** How the processes that serve the endpoints respond while PostgreSQL is down or too slow. */
export function restFailures(logger: Logger, observed: ObservedTier): DatabaseFailure {
  return databaseFailures({ logger, observed, failureOf: databaseFailureOf, retrySeconds: OUTAGE_RETRY_SECONDS });
}
