import { defineJob } from '../define-job.js';

/** Polls the Jenkins servers that are due. Each integration has a schedule of its own. */
export const job = defineJob({
  name: 'poll_jenkins',
  async run(_payload, { jenkins }) {
    await jenkins.tick();
  },
});
