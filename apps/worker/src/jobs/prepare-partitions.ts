import { preparePartitions } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Creates the delivery log's partitions ahead of time. */
export const job = defineJob({
  name: 'prepare_partitions',
  async run(_payload, { database, retentionDays, logger }) {
    const created = await preparePartitions(database.pool, retentionDays);
    if (created.length > 0) logger.info({ created }, 'partitions created');
  },
});
