import {
  type BaselineJob,
  findBaseline,
  findJobPast,
  findNewestFailed,
  findNewestPassing,
  type JobBuild,
  saveBaseline,
  saveJobPast,
  trimBaselines,
} from '@slipway/db';
import { type Baseline, buildBaseline, type JobPast } from '@slipway/diagnosis';
import { defineJob, type JobContext } from '../define-job.js';
import { findMaskedOutput } from '../investigation/find-masked-output.js';
import { keepLogs } from '../investigation/load-job-history.js';

/** Adds a job's newest passing build to its baseline, and its newest build to its past. Late builds change nothing. */
export const job = defineJob({
  name: 'update_baseline',
  async run(job, context) {
    const { database } = context;
    const passing = await findNewestPassing(database, job);
    const failed = await findNewestFailed(database, job);
    const isBaselineNew = passing !== null && (await updateBaseline(job, passing, context));
    const newest = laterOf(passing, failed);
    const isPastNew = newest !== null && (await updatePast(job, newest, context));
    if (isBaselineNew || isPastNew) await trimBaselines(database, job.projectId);
  },
});

function laterOf(a: JobBuild | null, b: JobBuild | null): JobBuild | null {
  if (a === null || b === null) return a ?? b;
  return b.finishedAt > a.finishedAt ? b : a;
}

async function updateBaseline(job: BaselineJob, newest: JobBuild, context: JobContext): Promise<boolean> {
  const { database, engine, signal } = context;
  const stored = await findBaseline<Baseline>(database, job);
  if (stored !== null && stored.finishedAt >= newest.finishedAt) return false;
  const log = await findMaskedOutput(context, newest);
  if (log === null) return false;
  const baseline = await engine.extendBaseline(log.content, stored?.baseline ?? null, signal);
  const { id: buildRunId, finishedAt } = newest;
  return saveBaseline(database, job, { baseline, buildRunId, finishedAt });
}

async function updatePast(job: BaselineJob, newest: JobBuild, context: JobContext): Promise<boolean> {
  const { database, engine, signal } = context;
  const stored = await findJobPast<JobPast>(database, job);
  if (stored !== null && stored.finishedAt >= newest.finishedAt) return false;
  const log = await findMaskedOutput(context, newest);
  if (log === null) return false;
  const previous = stored === null ? null : await keepLogs(database, newest, stored.past);
  const past = await engine.extendPast({ id: newest.id, log: log.content }, previous, signal);
  const { finishedAt } = newest;
  return saveJobPast(database, job, { past, finishedAt, emptyBaseline: buildBaseline('') });
}
