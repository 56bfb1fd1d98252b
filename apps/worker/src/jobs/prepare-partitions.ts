import { preparePartitions } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Creates the partitions of the delivery log ahead of their days. */
export const job = defineJob({
  name: 'prepare_partitions',
  async run(_payload, { database, retentionDays, logger }) {
    const created = await preparePartitions(database.pool, retentionDays);
    if (created.length > 0) logger.info({ created }, 'partitions created');
  },
});
