import { JOBS, type SingleJobName } from '@slipway/contracts';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** How soon a Redis that lost its data has its timers again. */
const RENEW_MS = 30_000;

const REPEATING = Object.entries(JOBS).flatMap(([name, job]) =>
  'everyMs' in job ? [{ name: name as SingleJobName, everyMs: job.everyMs, attempts: job.attempts }] : [],
);

/** Whether a job runs by itself, on a timer. */
export function isTimer(name: string): boolean {
  return REPEATING.some((job) => job.name === name);
}

/** How many jobs run by themselves. */
export const TIMER_COUNT = REPEATING.length;

/** Writing a scheduler that is there moves nothing; one whose next run got lost is set going again. */
async function scheduleAll(queue: Queue): Promise<void> {
  for (const { name, everyMs, attempts } of REPEATING) {
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: { attempts } });
  }
}

/** Takes out what an earlier release repeated. Only at the start: beside a newer release, its timers are not ours. */
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
 * Keeps one scheduler per repeating job in Redis, whoever starts first, and puts them back when Redis comes back
 * without its data. Returns how to stop.
 */
export function keepSchedules({ queue, connection, onError, renewMs = RENEW_MS }: ScheduleOptions): () => void {
  let renewing = false;
  let stopped = false;
  async function renew(work: () => Promise<void>): Promise<void> {
    // While Redis is away the first attempt waits for it; more of them would only pile up.
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
