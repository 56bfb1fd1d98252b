import { createHash } from 'node:crypto';
import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import type { Clock, Operation } from '@slipway/domain';
import type { JobPublisher } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';

/** Asks that passing builds be remembered, without keeping deliveries waiting. */
export interface BaselineRequests {
  note(batch: readonly AppliedItem[]): void;
}

interface AppliedItem {
  readonly delivery: Pick<Delivery, 'projectId' | 'integrationId'>;
  readonly outcome: DeliveryOutcome;
  readonly operations: readonly Operation[];
}

/** A job that passes every few seconds is remembered no more often than this. */
const PAUSE_MS = 60_000;
const MOST_JOBS = 10_000;

const PASSED: ReadonlySet<string | null> = new Set(['completed', 'passed_pending_approval']);

/** The jobs that a delivery says passed. */
function passedJobs({ outcome, operations }: AppliedItem): string[] {
  if (outcome !== 'applied') return [];
  return operations.flatMap((operation) =>
    operation.kind === 'build_report' && PASSED.has(operation.status)
      ? [operation.jobKey ?? operation.jobName]
      : [],
  );
}

export function createBaselineRequests(deps: {
  readonly queue: JobPublisher;
  readonly clock: Clock;
  readonly logger: Logger;
}): BaselineRequests {
  const { queue, clock, logger } = deps;
  const asked = new Map<string, number>();
  function request({ projectId, integrationId }: AppliedItem['delivery'], jobKey: string): void {
    const id = createHash('sha256').update(`${integrationId} ${jobKey}`).digest('hex');
    const now = clock.now();
    if (now - (asked.get(id) ?? 0) < PAUSE_MS) return;
    if (asked.size >= MOST_JOBS) asked.clear();
    asked.set(id, now);
    queue
      .enqueue('update_baseline', { projectId, integrationId, jobKey }, id)
      .catch((error: Error) => logger.debug({ err: error, integrationId }, 'baseline not asked for'));
  }
  return {
    note(batch) {
      for (const item of batch) for (const jobKey of passedJobs(item)) request(item.delivery, jobKey);
    },
  };
}
