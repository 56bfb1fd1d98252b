import { findBaseline, findNewestPassing, saveBaseline, trimBaselines } from '@slipway/db';
import type { Baseline } from '@slipway/diagnosis';
import { defineJob } from '../define-job.js';
import { findMaskedOutput } from '../investigation/find-masked-output.js';

/** Adds a job's newest passing build to its baseline. A build that arrives late changes nothing. */
export const job = defineJob({
  name: 'update_baseline',
  async run(job, context) {
    const { database, engine, signal } = context;
    const newest = await findNewestPassing(database, job);
    if (newest === null) return;
    const stored = await findBaseline<Baseline>(database, job);
    if (stored !== null && stored.finishedAt >= newest.finishedAt) return;
    const log = await findMaskedOutput(context, newest);
    if (log === null) return;
    const baseline = await engine.extendBaseline(log.content, stored?.baseline ?? null, signal);
    const { id: buildRunId, finishedAt } = newest;
    if (await saveBaseline(database, job, { baseline, buildRunId, finishedAt }))
      await trimBaselines(database, job.projectId);
  },
});
