import { notifyOfEndingMutes } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Reminds the owners of muted tests a day before the mute ends. */
export const job = defineJob({
  name: 'remind_of_mutes',
  run: (_payload, { database }) => notifyOfEndingMutes(database),
});
