import { randomUUID } from 'node:crypto';
import type { SingleJobName } from '@slipway/contracts';
import type { Clock } from '@slipway/domain';
import type { JobPublisher } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';
import { UNFINISHED } from './define-job.js';
import type { WorkerMetrics } from './worker-metrics.js';

export interface TimerDeps {
  readonly metrics: Pick<WorkerMetrics, 'timerRuns' | 'timerLastSuccess'>;
  readonly queue: Pick<JobPublisher, 'enqueue'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Counts the runs of timers. Skips a run while the timer's previous run is still going on in this process. A run that
 * leaves work is followed by another one immediately, on any worker.
 */
export function createTimers({ metrics, queue, clock, logger }: TimerDeps) {
  const running = new Set<string>();
  return {
    async run(name: SingleJobName, work: () => Promise<unknown>): Promise<void> {
      if (running.has(name)) {
        metrics.timerRuns.inc({ name, outcome: 'skipped' });
        logger.debug({ timer: name }, 'timer is still running');
        return;
      }
      running.add(name);
      let outcome: string;
      try {
        outcome = (await work()) === UNFINISHED ? UNFINISHED : 'succeeded';
        metrics.timerRuns.inc({ name, outcome });
        if (outcome === 'succeeded') metrics.timerLastSuccess.set({ name }, clock.now() / 1000);
      } catch (error) {
        metrics.timerRuns.inc({ name, outcome: 'failed' });
        throw error;
      } finally {
        running.delete(name);
      }
      if (outcome === UNFINISHED) await queue.enqueue(name, {}, randomUUID());
    },
  };
}
