import { JOBS, type SingleJobName } from '@slipway/contracts';
import type { Queue } from 'bullmq';
import type { Redis } from './connection.js';

/** A Redis that lost its data has its schedules again after this time. */
const RENEW_MS = 30_000;

const REPEATING = Object.entries(JOBS).flatMap(([name, job]) =>
  'everyMs' in job ? [{ name: name as SingleJobName, everyMs: job.everyMs, attempts: job.attempts }] : [],
);

export function isTimer(name: string): boolean {
  return REPEATING.some((job) => job.name === name);
}

export const TIMER_COUNT = REPEATING.length;

/** Leaves an existing schedule unchanged, and restores one whose next run was lost. */
async function scheduleAll(queue: Queue): Promise<void> {
  for (const { name, everyMs, attempts } of REPEATING) {
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: { attempts } });
  }
}

/** Removes timers that this release no longer has. Only at the start: a newer release may add its own later. */
async function removeUnknown(queue: Queue): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!isTimer(key)) await queue.removeJobScheduler(key);
  }
}

export interface ScheduleOptions {
  readonly queue: Queue;
  readonly connection: Redis;
  readonly onError: (error: Error) => void;
  readonly renewMs?: number;
}

/**
 * Maintains one schedule per timer in Redis, however many workers there are, and restores them when Redis loses its
 * data. Returns a function that stops it.
 */
export function maintainSchedules({
  queue,
  connection,
  onError,
  renewMs = RENEW_MS,
}: ScheduleOptions): () => void {
  let renewing = false;
  let stopped = false;
  async function renew(work: () => Promise<void>): Promise<void> {
    // While Redis is down the first attempt waits for it; more would pile up.
    if (renewing || stopped) return;
    renewing = true;
    try {
      await work();
    } catch (error) {
      if (!stopped) onError(error as Error);
    } finally {
      renewing = false;
    }
  }
  const again = () => void renew(() => scheduleAll(queue));
  const timer = setInterval(again, renewMs).unref();
  connection.on('ready', again);
  void renew(async () => {
    await scheduleAll(queue);
    await removeUnknown(queue);
  });
  return () => {
    stopped = true;
    clearInterval(timer);
    connection.off('ready', again);
  };
}
