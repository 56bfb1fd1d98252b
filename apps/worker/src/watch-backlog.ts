import {
  countOpenDeadLetters,
  type Database,
  databaseFailureOf,
  inspectServer,
  type RetentionPeriods,
  readMailBacklog,
  readNotificationBacklog,
  readRetentionOverdue,
} from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Redis, readBacklog } from '@slipway/queue';
import { dependencyLog, type Settings, type ThrottledLog } from '@slipway/runtime';
import { readDatabaseDisk } from './database-disk.js';
import { FIRST_SAMPLE_MS, SAMPLE_EVERY_MS, SERVER_SAMPLE_EVERY_MS } from './limits.js';
import type { WorkerMetrics } from './worker-metrics.js';

export interface WatchOptions {
  /** A fail-fast connection: a sample must not wait. */
  readonly redis: Redis;
  readonly database: Database;
  readonly clock: Clock;
  readonly retention: RetentionPeriods;
  readonly metrics: WorkerMetrics;
  readonly settings: Pick<Settings, 'DATABASE_DIRECT_URL' | 'DATABASE_DISK_GB'>;
  readonly log: ThrottledLog;
}

interface Watched {
  readonly dependency: 'redis' | 'database';
  readonly sample: (options: WatchOptions) => Promise<void>;
  readonly everyMs: number;
}

const WATCHED: readonly Watched[] = [
  { dependency: 'redis', sample: sampleQueues, everyMs: SAMPLE_EVERY_MS },
  { dependency: 'database', sample: sampleTables, everyMs: SAMPLE_EVERY_MS },
  { dependency: 'database', sample: sampleServer, everyMs: SERVER_SAMPLE_EVERY_MS },
];

/** Updates the gauges of queues, tables and the database server. Returns a function that stops this. */
export function watchBacklog(options: WatchOptions): () => void {
  const stops = WATCHED.map((watched) => watch(watched, options));
  return () => {
    for (const stop of stops) stop();
  };
}

function watch({ dependency, sample, everyMs }: Watched, options: WatchOptions): () => void {
  const { metrics, log } = options;
  let isBusy = false;
  async function sampleOnce(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    const problem = await sample(options).then(
      () => null,
      (error: unknown) => error,
    );
    isBusy = false;
    // The gauges keep their values.
    if (databaseFailureOf(problem) === 'slow') return log.warn({ err: problem }, 'the database took too long');
    metrics.dependencyUp.set({ dependency }, problem === null ? 1 : 0);
    dependencyLog(log, dependency)(problem);
  }
  // A worker that has just started is still connecting.
  const first = setTimeout(() => void sampleOnce(), FIRST_SAMPLE_MS).unref();
  const timer = setInterval(() => void sampleOnce(), everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}

async function sampleQueues({ redis, clock, metrics }: WatchOptions): Promise<void> {
  const backlog = await readBacklog(redis);
  for (const { shard: number, lane, oldestAt, waiting, active, delayed, failed } of backlog) {
    const shard = String(number);
    for (const [state, count] of Object.entries({ waiting, active, delayed, failed }))
      metrics.queueDepth.set({ shard, lane, state }, count);
    metrics.queueAge.set({ shard, lane }, oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt) / 1000);
  }
}

async function sampleTables({ database, retention, metrics }: WatchOptions): Promise<void> {
  metrics.deadLettersOpen.set(await countOpenDeadLetters(database));
  const { waiting, oldestSeconds } = await readMailBacklog(database);
  metrics.mailWaiting.set(waiting);
  metrics.mailAge.set(oldestSeconds);
  const notifications = await readNotificationBacklog(database);
  metrics.notificationsWaiting.set(notifications.waiting);
  metrics.notificationAge.set(notifications.oldestSeconds);
  for (const { table, seconds } of await readRetentionOverdue(database.pool, retention))
    metrics.retentionOverdue.set({ table }, seconds);
}

async function sampleServer({ database, settings, metrics }: WatchOptions): Promise<void> {
  const health = await inspectServer(database);
  metrics.archiveFailing.set(health.archiveFailingSeconds);
  metrics.transactionAge.set({ state: 'active' }, health.activeTransactionSeconds);
  metrics.transactionAge.set({ state: 'idle' }, health.idleTransactionSeconds);
  metrics.xidAge.set(health.xidAge);
  const disk = await readDatabaseDisk(health, settings);
  if (disk === null) return;
  metrics.diskSize.set({ source: disk.source }, disk.sizeBytes);
  metrics.diskFree.set({ source: disk.source }, disk.freeBytes);
}
