import { requestPasswordReset } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Emails a link to choose a new password, if the address belongs to a user. */
export const job = defineJob({
  name: 'send_reset_link',
  async run({ email }, { database, clock }) {
    await requestPasswordReset(database, email, new Date(clock.now()));
  },
});
