import { defineJob } from '../define-job.js';

/** Releases the notifications that are due and sends their messages. */
export const job = defineJob({
  name: 'send_notifications',
  run: (_payload, { notifier }) => notifier.tick(),
});
