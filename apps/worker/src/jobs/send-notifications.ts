import { defineJob } from '../define-job.js';

/** Releases the notifications that are due, and sends what waits for channels, for GitHub and for the mail server. */
export const job = defineJob({
  name: 'send_notifications',
  run: (_payload, { outbox }) => outbox.tick(),
});
