import { countOpenDeadLetters, type Database, readMailBacklog } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Redis, readBacklog } from '@slipway/queue';
import type { WorkerMetrics } from './worker-metrics.js';

const SAMPLE_MS = 5_000;

export interface WatchOptions {
  /** One whose commands fail fast: a sample waits for nobody. */
  readonly redis: Redis;
  readonly database: Database;
  readonly clock: Clock;
  readonly metrics: WorkerMetrics;
}

/** Keeps the gauges of what waits up to date. Returns how to stop. */
export function watchBacklog(options: WatchOptions): () => void {
  const { dependencyUp } = options.metrics;
  const watched = [
    { dependency: 'redis', sample: () => sampleQueues(options), busy: false },
    { dependency: 'database', sample: () => sampleTables(options), busy: false },
  ];
  async function sampleOnce(one: (typeof watched)[number]): Promise<void> {
    if (one.busy) return;
    one.busy = true;
    const { dependency } = one;
    const up = await one.sample().then(
      () => 1,
      () => 0,
    );
    dependencyUp.set({ dependency }, up);
    one.busy = false;
  }
  const sampleAll = () => {
    for (const one of watched) void sampleOnce(one);
  };
  sampleAll();
  const timer = setInterval(sampleAll, SAMPLE_MS).unref();
  return () => clearInterval(timer);
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

async function sampleTables({ database, metrics }: WatchOptions): Promise<void> {
  metrics.deadLettersOpen.set(await countOpenDeadLetters(database));
  const { waiting, oldestSeconds } = await readMailBacklog(database.pool);
  metrics.mailWaiting.set(waiting);
  metrics.mailAge.set(oldestSeconds);
}
