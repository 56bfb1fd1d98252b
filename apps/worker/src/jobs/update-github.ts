import { defineJob } from '../define-job.js';

/** Writes the commit statuses and comments that are due. */
export const job = defineJob({
  name: 'update_github',
  run: (_payload, { github }) => github.tick(),
});
