import { listLongRefs, trimRef } from '@slipway/db';
import { defineJob } from '../define-job.js';

const BATCH = 5_000;

/** Deletes ref moves that are too old to be needed again. */
export const job = defineJob({
  name: 'trim_ref_moves',
  async run(_payload, { database, signal, metrics }) {
    for (const ref of await listLongRefs(database.pool)) {
      let deleted = BATCH;
      while (deleted === BATCH && !signal.aborted) {
        deleted = await trimRef(database.pool, ref, BATCH);
        metrics.retentionDeleted.inc({ table: 'ref_moves' }, deleted);
      }
    }
  },
});
