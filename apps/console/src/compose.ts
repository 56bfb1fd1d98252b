import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenForChanges, openProcessDatabase, SessionLocks } from '@slipway/db';
import { type Clock, createBadgeLinks, createFeedLinks, historyDaysOf } from '@slipway/domain';
import { ApiError, callerKey, type Express, limitRequests, Router, serveStatic } from '@slipway/http';
import { requireMigrations } from '@slipway/prisma';
import {
  connectFailFast,
  createJobPublisher,
  findRefused,
  type JobPublisher,
  type Redis,
  readWaitingDeliveries,
} from '@slipway/queue';
import {
  composeReadSources,
  GENERAL_WINDOW_MS,
  OUTAGE_RETRY_SECONDS,
  openRestServices,
  type ReadSources,
  restFailures,
  STATEMENT_TIMEOUT_MS,
  TASK_WRITE_WINDOW_MS,
} from '@slipway/rest';
import { addressRulesOf, dependencyLog, type ProcessContext, redisState, throttledLog } from '@slipway/runtime';
import compression from 'compression';
import { type ConsoleLimits, createApp } from './app.js';
import { composeAuth } from './auth/compose-auth.js';
import type { AuthDeps } from './auth/deps.js';
import { sessionCallers } from './auth/session-callers.js';
import { REGISTRATION_LIMIT, REGISTRATION_WINDOW_MS, SESSION_REQUEST_LIMIT } from './limits.js';
import { createLiveChanges, type LiveChanges, tracePublish } from './live/live-changes.js';
import { serveOperatorPages } from './operator/operator-pages.js';
import type { ConsoleServices } from './services.js';
import { composeSso } from './sso/compose-sso.js';

const PLAIN_FILES = fileURLToPath(new URL('../public', import.meta.url));
const APP_FILES = join(dirname(createRequire(import.meta.url).resolve('@slipway/web/package.json')), 'dist');

export function composeConsole(
  context: ProcessContext,
  isDraining: () => boolean,
  clock: Clock = context.clock,
): Express {
  const { settings, logger, metrics, tracing, onClose } = context;
  const log = throttledLog(logger);
  const database = openProcessDatabase(context, {
    name: 'slipway-console',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    preloadModels: true,
    onState: dependencyLog(log, 'database'),
  });
  const redis = connectFailFast(settings, redisState(context));
  onClose('redis', () => redis.disconnect());
  serveOperatorPages(context, database, clock);
  const jobs = createJobPublisher({ connection: redis });
  onClose('job publisher', () => jobs.close());
  const reads = composeReadSources(context, database, { name: 'slipway-console' });
  const { sources } = reads;
  const auth = composeAuth(context, { database, sources, redis, jobs, clock });
  const sso = composeSso(context, clock);
  const rest = openRestServices(context, { database, redis, clock });
  const { callerOf, findProject } = sessionCallers({ ...auth, reads: rest.reads, sources });
  const observed = { tier: 'console', metrics, tracing } as const;
  return createApp({
    ...auth,
    sso,
    logger,
    trustProxy: settings.TRUST_PROXY,
    observed,
    databaseFailure: restFailures(logger, observed),
    isDraining,
    checks: checksOn(sources),
    reads,
    warnings: async () => [...context.warnings.list(), ...reads.warnings()],
    callerOf,
    services: {
      ...rest,
      findProject,
      ...ownServices(context, auth, { jobs, redis }),
      sso,
    },
    limits: createLimits(redis, clock, settings),
    changes: followChanges(context),
    files: publicFiles(),
    // Read for every request, because a new build of the pages has new file names.
    readAppFile: (name) => readFile(join(APP_FILES, name), 'utf8'),
  });
}

const NONE_WAITING = { deliveries: [], isComplete: true } as const;

/** A process that can still answer reads must stay behind its load balancer. */
const checksOn = (sources: ReadSources) => ({
  database: () => sources.run((source) => source.database.ping()),
  migrations: () => sources.run((source) => requireMigrations(source.database.spare)),
});

function ownServices(
  context: ProcessContext,
  auth: AuthDeps,
  { jobs, redis }: { readonly jobs: JobPublisher; readonly redis: Redis },
) {
  const { settings } = context;
  const { appSecrets, throttle, confirmations, passkeys, signUp, copiedInvitationLinks } = auth;
  return {
    signUp,
    copiedInvitationLinks,
    appSecrets,
    throttle,
    confirmations,
    passkeys,
    notificationAddresses: addressRulesOf(settings, 'NOTIFICATION_ALLOWED_NETWORKS'),
    badgeLinks: createBadgeLinks(appSecrets),
    feedLinks: createFeedLinks(appSecrets),
    deliveryRetentionDays: settings.DELIVERY_RETENTION_DAYS,
    historyDays: historyDaysOf(settings),
    readWaitingDeliveries: (projectIds: readonly number[]) =>
      readWaitingDeliveries(redis, projectIds).catch(() => NONE_WAITING),
    findRefused: (id: string, projectIds: readonly number[]) =>
      findRefused(redis, { id, projectIds }).catch(() => null),
    deletions: openDeletions(jobs),
    exportLocks: openExportLocks(context),
  };
}

function openDeletions(jobs: JobPublisher): ConsoleServices['deletions'] {
  const orUnavailable = (cause: unknown) => {
    const message = 'Nothing was deleted because the queue is unreachable. Try again in a few seconds.';
    throw new ApiError('unavailable', { message, retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause });
  };
  return {
    project: (projectId) => jobs.enqueue('delete_project', { projectId }, String(projectId)).catch(orUnavailable),
    account: (accountId) => jobs.enqueue('delete_account', { accountId }, String(accountId)).catch(orUnavailable),
    log: (buildRunId) => jobs.enqueue('purge_log', { buildRunId }, String(buildRunId)).catch(orUnavailable),
  };
}

function openExportLocks({ settings, onClose }: ProcessContext): SessionLocks {
  const url = settings.DATABASE_DIRECT_URL;
  const locks = new SessionLocks({ url, name: 'slipway-console-exports', space: 'exports' });
  onClose('export locks', () => locks.close());
  return locks;
}

function createLimits(
  redis: ReturnType<typeof connectFailFast>,
  clock: Clock,
  settings: ProcessContext['settings'],
): ConsoleLimits {
  const limit = (name: string, count: number, windowMs: number) => ({
    redis,
    clock,
    prefix: `slipway:limit:${name}:`,
    limit: count,
    windowMs,
  });
  const ofCallers = (name: string, count: number, windowMs: number) =>
    limitRequests({ ...limit(name, count, windowMs), keyOf: callerKey });
  const ofAddresses = (name: string) => limitRequests(limit(name, settings.GENERAL_RATE_LIMIT, GENERAL_WINDOW_MS));
  return {
    visitors: ofAddresses('visitors'),
    publicLinks: ofAddresses('public-links'),
    oauth: ofAddresses('oauth'),
    registrations: limitRequests(limit('oauth-registrations', REGISTRATION_LIMIT, REGISTRATION_WINDOW_MS)),
    sessions: ofCallers('sessions', SESSION_REQUEST_LIMIT, GENERAL_WINDOW_MS),
    endpoints: { task_writes: ofCallers('task-writes', settings.TASK_WRITE_RATE_LIMIT, TASK_WRITE_WINDOW_MS) },
  };
}

/** Follows the changes that transactions announce. A lost connection tells streams that they may have missed some. */
function followChanges({ settings, logger, tracing, onClose }: ProcessContext): LiveChanges {
  const changes = createLiveChanges();
  const report = dependencyLog(throttledLog(logger), 'database');
  const listening = listenForChanges({
    url: settings.DATABASE_DIRECT_URL,
    onChange: tracing === null ? changes.publish : tracePublish(changes, tracing),
    onState(problem) {
      report(problem && new Error('changes are not received', { cause: problem }));
      if (problem === null) changes.publish('missed');
    },
  });
  onClose('live changes', () => listening.close());
  return changes;
}

function publicFiles(): Router {
  const files = Router();
  files.use(serveStatic(PLAIN_FILES, { index: false, maxAge: '1h' }));
  // Vite puts a hash of the content into these file names.
  files.use(
    '/assets',
    compression(),
    serveStatic(`${APP_FILES}/assets`, { index: false, maxAge: '1y', immutable: true }),
  );
  // This script names files with a hash of the content, so browsers must not keep an old one.
  files.use('/passkeys.js', serveStatic(`${APP_FILES}/passkeys.js`, { maxAge: 0 }));
  files.use(serveStatic(APP_FILES, { index: false, maxAge: '1h' }));
  return files;
}
