import { findStrandedDiagnoses, findStrandedInvestigations } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Queues diagnoses and investigations that were not queued while Redis was down, or whose worker died. */
export const job = defineJob({
  name: 'rescue_investigations',
  async run(_payload, { database, queue, logger }) {
    for (const { buildRunId, requestId } of await findStrandedDiagnoses(database)) {
      logger.info({ buildRunId }, 'diagnosis queued again');
      await queue.enqueue('diagnose_build', { buildRunId }, requestId);
    }
    for (const investigationId of await findStrandedInvestigations(database)) {
      logger.info({ investigationId }, 'investigation queued again');
      await queue.enqueue('investigate_build', { investigationId }, investigationId);
    }
  },
});
