import { defineJob } from '../define-job.js';

/** Polls the Jenkins servers that are due. Each integration has its own schedule. */
export const job = defineJob({
  name: 'poll_jenkins',
  run: (_payload, { jenkins }) => jenkins.tick(),
});
