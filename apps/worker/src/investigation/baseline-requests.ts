import { createHash } from 'node:crypto';
import { type Delivery, type DeliveryOutcome, PASSED_STATUSES } from '@slipway/contracts';
import type { Clock, Operation } from '@slipway/domain';
import type { JobPublisher } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';

/** Queues baseline updates for jobs whose builds passed or failed, without delaying deliveries. */
export interface BaselineRequests {
  note(batch: readonly AppliedItem[]): void;
  /** For a job whose build got its log. */
  request(integration: AppliedItem['delivery'], jobKey: string): void;
}

interface AppliedItem {
  readonly delivery: Pick<Delivery, 'projectId' | 'integrationId'>;
  readonly outcome: DeliveryOutcome;
  readonly operations: readonly Operation[];
}

/** The shortest interval between two updates of a job's baseline. */
const MIN_INTERVAL_MS = 60_000;
const MAX_JOBS = 10_000;

const COMPARED: ReadonlySet<string | null> = new Set([...PASSED_STATUSES, 'failed']);

/** The jobs that passed or failed, according to a delivery. */
function comparedJobs({ outcome, operations }: AppliedItem): string[] {
  if (outcome !== 'applied') return [];
  return operations.flatMap((operation) =>
    operation.kind === 'build_report' && COMPARED.has(operation.status)
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
  const requestedAt = new Map<string, number>();
  function request({ projectId, integrationId }: AppliedItem['delivery'], jobKey: string): void {
    const job = `${integrationId} ${jobKey}`;
    const now = clock.now();
    if (now - (requestedAt.get(job) ?? 0) < MIN_INTERVAL_MS) return;
    if (requestedAt.size >= MAX_JOBS) requestedAt.clear();
    requestedAt.set(job, now);
    const id = createHash('sha256').update(job).digest('hex');
    queue
      .enqueue('update_baseline', { projectId, integrationId, jobKey }, id)
      .catch((error: Error) => logger.debug({ err: error, integrationId }, 'baseline update not queued'));
  }
  return {
    request,
    note(batch) {
      for (const item of batch) for (const jobKey of comparedJobs(item)) request(item.delivery, jobKey);
    },
  };
}
