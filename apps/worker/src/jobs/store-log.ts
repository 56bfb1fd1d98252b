import { defineJob } from '../define-job.js';
import { storeLog } from '../logs/store-log.js';

/** Stores what has arrived of a log. If it fails, the log still waits, and `store_logs` queues it again. */
export const job = defineJob({
  name: 'store_log',
  run: (of, context) => storeLog(of, context),
});
