import { sweepTrials } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Lapses trials that ended without a payment method, and reactivates accounts that added one. */
export const job = defineJob({
  name: 'sweep_trials',
  async run(_payload, { database, logger }) {
    const { lapsed, reactivated } = await sweepTrials(database);
    if (lapsed + reactivated > 0) logger.info({ lapsed, reactivated }, 'trials swept');
  },
});
