import { listProblemsToSettle, settleProblem } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Resolves the problems whose jobs pass again. */
export const job = defineJob({
  name: 'settle_problems',
  async run(_payload, { database, signal }) {
    for (const problemId of await listProblemsToSettle(database)) {
      signal.throwIfAborted();
      await database.modelTransaction((tx) => settleProblem(tx, problemId));
    }
  },
});
