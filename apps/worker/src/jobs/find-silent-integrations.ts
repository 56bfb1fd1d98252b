import { notifyOfSilences } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Notifies people of integrations that have sent nothing for as long as their rules say. */
export const job = defineJob({
  name: 'find_silent_integrations',
  run: (_payload, { database }) => notifyOfSilences(database),
});
