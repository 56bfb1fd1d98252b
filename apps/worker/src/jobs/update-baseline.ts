import { findBaseline, findBuildOutput, findNewestPassing, saveBaseline, trimBaselines } from '@slipway/db';
import type { Baseline } from '@slipway/diagnosis';
import { defineJob } from '../define-job.js';

/** Adds the newest passing build of a job to its baseline. A build that arrives late changes nothing. */
export const job = defineJob({
  name: 'update_baseline',
  async run(job, { database, engine, signal }) {
    const newest = await findNewestPassing(database, job);
    if (newest === null) return;
    const stored = await findBaseline<Baseline>(database, job);
    if (stored !== null && stored.finishedAt >= newest.finishedAt) return;
    const log = await findBuildOutput(database, newest);
    if (log === null) return;
    const baseline = await engine.extendBaseline(log.content, stored?.baseline ?? null, signal);
    const { id: buildRunId, finishedAt } = newest;
    if (await saveBaseline(database, job, { baseline, buildRunId, finishedAt }))
      await trimBaselines(database, job.projectId);
  },
});
