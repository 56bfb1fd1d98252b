import { beginInvestigation, completeInvestigation, failInvestigation, isDatabaseOutage } from '@slipway/db';
import { diagnose } from '@slipway/diagnosis';
import { defineJob } from '../define-job.js';

/** Investigates a failed build. What cannot be done is failed, and its credits are given back. */
export const job = defineJob({
  name: 'investigate_build',
  async run({ investigationId }, { database, logger }) {
    const subject = await beginInvestigation(database.pool, investigationId);
    if (subject === null) return;
    try {
      const { diagnosis, suggestedFix, category, confidence, evidence } = diagnose(subject.log);
      const read = subject.log === null ? 'The build has no log.' : `${subject.log.content.length} characters.`;
      await completeInvestigation(database.pool, investigationId, {
        diagnosis,
        suggestedFix,
        category,
        confidence,
        evidence,
        attributedUserId: null,
        steps: [
          { name: 'read_log', status: 'completed', detail: read },
          { name: 'find_cause', status: 'completed', detail: category },
        ],
      });
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      logger.error({ err: error, investigationId }, 'investigation failed');
      await database.transaction((tx) => failInvestigation(tx, investigationId, 'The investigation failed.'));
    }
  },
});
