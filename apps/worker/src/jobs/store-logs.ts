import { listDueLogs } from '@slipway/db';
import type { BufferedLog } from '@slipway/queue';
import { defineJob } from '../define-job.js';

/** Queues a job for each log of which something has arrived, and for those that are due although nothing has. */
export const job = defineJob({
  name: 'store_logs',
  async run(_payload, { database, queue, logs }) {
    const due = await listDueLogs(database);
    const all: BufferedLog[] = [
      ...(await logs.waiting()),
      ...due.map(({ digest, ...of }) => ({ ...of, log: digest })),
    ];
    // While a log has a job, another one is not added.
    for (const of of all) await queue.enqueue('store_log', of, `${of.integrationId}-${of.log}`);
  },
});
