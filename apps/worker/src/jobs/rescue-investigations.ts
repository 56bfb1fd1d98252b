import { findStrandedInvestigations } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Queues investigations that were not queued while Redis was down, or whose worker died. */
export const job = defineJob({
  name: 'rescue_investigations',
  async run(_payload, { database, queue, logger }) {
    for (const investigationId of await findStrandedInvestigations(database)) {
      logger.info({ investigationId }, 'investigation queued again');
      await queue.enqueue('investigate_build', { investigationId }, investigationId);
    }
  },
});
