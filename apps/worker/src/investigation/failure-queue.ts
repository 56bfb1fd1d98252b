import type { JobPublisher } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';

/** Queues the investigations that failed builds cause, without delaying deliveries. */
export interface InvestigationQueue {
  /** Call it after the transaction that stored them. What Redis does not accept now is queued later by a timer. */
  add(ids: readonly string[]): void;
}

export function createInvestigationQueue(deps: {
  readonly queue: JobPublisher;
  readonly logger: Logger;
}): InvestigationQueue {
  const { queue, logger } = deps;
  return {
    add(ids) {
      for (const investigationId of ids)
        queue
          .enqueue('investigate_build', { investigationId }, investigationId, { inBackground: true })
          .catch((error: Error) => logger.debug({ err: error, investigationId }, 'investigation not queued yet'));
    },
  };
}
