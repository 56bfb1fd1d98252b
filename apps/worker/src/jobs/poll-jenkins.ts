import { defineJob } from '../define-job.js';

/** Asks the Jenkins servers whose turn it is. How often each has its turn is kept with it. */
export const job = defineJob({
  name: 'poll_jenkins',
  run: (_payload, { jenkins }) => jenkins.tick(),
});
