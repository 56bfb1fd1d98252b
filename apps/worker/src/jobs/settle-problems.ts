import { endDueSnoozes, listProblemsToSettle, settleProblem } from '@slipway/db';
import { defineJob } from '../define-job.js';

/** Resolves the problems whose jobs pass again, and ends snoozes whose time has come. */
export const job = defineJob({
  name: 'settle_problems',
  async run(_payload, { database, signal }) {
    for (const problemId of await listProblemsToSettle(database)) {
      signal.throwIfAborted();
      await database.modelTransaction((tx) => settleProblem(tx, problemId));
    }
    await endDueSnoozes(database);
  },
});
