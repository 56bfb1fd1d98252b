import { defineJob } from '../define-job.js';

/** Releases the notifications that are due, and sends what waits for channels and for GitHub. */
export const job = defineJob({
  name: 'send_notifications',
  run: (_payload, { outbox }) => outbox.tick(),
});
