import { preparePartitions } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Makes the delivery log's partitions before their days begin. */
export const job = defineJob({
  name: 'prepare_partitions',
  async run(_payload, { database, retentionDays, logger }) {
    const made = await preparePartitions(database.pool, retentionDays);
    if (made.length > 0) logger.info({ made }, 'partitions made');
  },
});
