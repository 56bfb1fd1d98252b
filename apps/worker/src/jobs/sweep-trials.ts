import { sweepTrials } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Ends trials that expired without a payment method, and reactivates accounts that have added one. */
export const job = defineJob({
  name: 'sweep_trials',
  async run(_payload, { database, clock, logger }) {
    const { lapsed, reactivated } = await sweepTrials(database, new Date(clock.now()));
    if (lapsed + reactivated > 0) logger.info({ lapsed, reactivated }, 'trials swept');
  },
});
