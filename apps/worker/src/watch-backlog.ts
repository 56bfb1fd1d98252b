import {
  countOpenDeadLetters,
  type Database,
  type RetentionPeriods,
  readMailBacklog,
  readNotificationBacklog,
  readRetentionOverdue,
} from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Redis, readBacklog } from '@slipway/queue';
import { dependencyLog, type ThrottledLog } from '@slipway/runtime';
import { FIRST_SAMPLE_MS, SAMPLE_EVERY_MS } from './limits.js';
import type { WorkerMetrics } from './worker-metrics.js';

export interface WatchOptions {
  /** A fail-fast connection: a sample must not wait. */
  readonly redis: Redis;
  readonly database: Database;
  readonly clock: Clock;
  readonly retention: RetentionPeriods;
  readonly metrics: WorkerMetrics;
  readonly log: ThrottledLog;
}

/** Updates the gauges of queues and tables. Returns a function that stops this. */
export function watchBacklog(options: WatchOptions): () => void {
  const { metrics, log } = options;
  const watched = [
    { dependency: 'redis' as const, sample: () => sampleQueues(options), busy: false },
    { dependency: 'database' as const, sample: () => sampleTables(options), busy: false },
  ];
  async function sampleOnce(one: (typeof watched)[number]): Promise<void> {
    if (one.busy) return;
    one.busy = true;
    const { dependency } = one;
    const problem = await one.sample().then(
      () => null,
      (error: unknown) => error,
    );
    metrics.dependencyUp.set({ dependency }, problem === null ? 1 : 0);
    dependencyLog(log, dependency)(problem);
    one.busy = false;
  }
  const sampleAll = () => {
    for (const one of watched) void sampleOnce(one);
  };
  // A worker that has just started is still connecting.
  const first = setTimeout(sampleAll, FIRST_SAMPLE_MS).unref();
  const timer = setInterval(sampleAll, SAMPLE_EVERY_MS).unref();
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
