import { findBaseline, findJobPast, type JobBuild, listKeptLogs } from '@slipway/db';
import { type Baseline, type JobPast, keepBuilds } from '@slipway/diagnosis';
import type { JobContext } from '../define-job.js';
import { findMaskedOutput } from './find-masked-output.js';

type HistoryContext = Pick<JobContext, 'database' | 'redactors' | 'engine' | 'signal'>;

/** What the earlier builds of a job tell about a failure. */
export interface JobHistory {
  readonly baseline: Baseline | null;
  readonly past: JobPast | null;
}

export const NO_HISTORY: JobHistory = { baseline: null, past: null };

/** A job's baseline, up to the last passing build before a failed build, and its latest builds. */
export async function loadJobHistory(
  context: HistoryContext,
  build: JobBuild,
  passing: readonly JobBuild[],
): Promise<JobHistory> {
  return { baseline: await loadBaseline(context, build, passing), past: await loadPast(context, build) };
}

async function loadBaseline(
  context: HistoryContext,
  build: JobBuild,
  passing: readonly JobBuild[],
): Promise<Baseline | null> {
  const stored = await findBaseline<Baseline>(context.database, build);
  const last = passing.find(({ hasLog }) => hasLog);
  if (last === undefined || (stored !== null && stored.finishedAt >= last.finishedAt))
    return stored?.baseline ?? null;
  // The last build passed so recently that the stored baseline does not contain it yet.
  const log = await findMaskedOutput(context, last);
  if (log === null) return stored?.baseline ?? null;
  return context.engine.extendBaseline(log.content, stored?.baseline ?? null, context.signal);
}

/** Without the build itself, and without builds whose log was deleted since. */
async function loadPast({ database }: HistoryContext, build: JobBuild): Promise<JobPast | null> {
  const stored = await findJobPast<JobPast>(database, build);
  return stored === null ? null : keepLogs(database, build, stored.past);
}

/** A job's past without the builds whose log was deleted, and without the given build. */
export async function keepLogs(
  database: JobContext['database'],
  { projectId, id }: Pick<JobBuild, 'projectId' | 'id'>,
  past: JobPast,
): Promise<JobPast | null> {
  const kept = await listKeptLogs(database, { projectId, ids: past.builds });
  return keepBuilds(past, (build) => build !== id && kept.has(build));
}
