import { isDatabaseOutage, listDueCulpritSearches, postponeCulpritSearch } from '@slipway/db';
import { driveCulpritSearch } from '../culprit/drive-search.js';
import { defineJob } from '../define-job.js';

/** A search that cannot go on must not keep the others waiting. */
const RETRY_SECONDS = 60;

/** Takes the searches for culprits a step further: settles their runs, requests the next ones, ends them. */
export const job = defineJob({
  name: 'drive_culprit_searches',
  async run(_payload, context) {
    const { database, logger, signal } = context;
    for (const id of await listDueCulpritSearches(database)) {
      signal.throwIfAborted();
      try {
        await driveCulpritSearch(id, context);
      } catch (error) {
        if (isDatabaseOutage(error) || signal.aborted) throw error;
        logger.error({ err: error, searchId: id }, 'search for a culprit failed');
        await postponeCulpritSearch(database, { id, seconds: RETRY_SECONDS });
      }
    }
  },
});
