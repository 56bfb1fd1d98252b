import type { FailureRequests } from '@slipway/db';
import type { JobPublisher } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';

/** Queues the diagnoses and investigations that failed builds cause, without delaying deliveries. */
export interface FailureQueue {
  /** Call it after the transaction that stored them. What Redis does not accept now is queued later by a timer. */
  add(requests: FailureRequests): void;
}

export function createFailureQueue(deps: { readonly queue: JobPublisher; readonly logger: Logger }): FailureQueue {
  const { queue, logger } = deps;
  const inBackground = { inBackground: true } as const;
  return {
    add({ diagnoses, investigations }) {
      // First, because messages wait for the suspect that only an investigation names.
      for (const investigationId of investigations)
        queue
          .enqueue('investigate_build', { investigationId }, investigationId, inBackground)
          .catch((error: Error) => logger.debug({ err: error, investigationId }, 'investigation not queued yet'));
      for (const { buildRunId, requestId } of diagnoses)
        queue
          .enqueue('diagnose_build', { buildRunId }, requestId, inBackground)
          .catch((error: Error) => logger.debug({ err: error, buildRunId }, 'diagnosis not queued yet'));
    },
  };
}
