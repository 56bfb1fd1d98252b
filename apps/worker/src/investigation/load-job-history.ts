import {
  findBaseline,
  findJobPast,
  findVerdict,
  type JobBuild,
  listKeptLogs,
  listLessons,
  listTrackRecords,
} from '@slipway/db';
import { type Baseline, type JobPast, type KnownFailure, keepBuilds } from '@slipway/diagnosis';
import type { JobContext } from '../define-job.js';
import { findMaskedOutput } from './find-masked-output.js';

type HistoryContext = Pick<JobContext, 'database' | 'redactors' | 'engine' | 'signal'>;

/** What the earlier builds of a job, and the verdicts of people, tell about a failure. */
export type JobHistory = Omit<KnownFailure, 'isChanged' | 'job'>;

export const NO_HISTORY: JobHistory = {
  baseline: null,
  past: null,
  lessons: { confirmed: [], refused: [] },
  verdict: null,
  records: {},
};

/** A job's baseline, up to the last passing build before a failed build, its latest builds, and the verdicts. */
export async function loadJobHistory(
  context: HistoryContext,
  build: JobBuild,
  passing: readonly JobBuild[],
): Promise<JobHistory> {
  const { database } = context;
  const [baseline, past, lessons, verdict, records] = await Promise.all([
    loadBaseline(context, build, passing),
    loadPast(context, build),
    listLessons(database, build),
    loadVerdict(context, build),
    listTrackRecords(database, build.projectId),
  ]);
  return { baseline, past, lessons, verdict, records };
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

async function loadVerdict({ database }: HistoryContext, { id }: JobBuild): Promise<KnownFailure['verdict']> {
  const found = await findVerdict(database, id);
  if (found === null) return null;
  const { verdict, line, confirmedHash: lineHash, refusedLines, refusedHashes } = found;
  return { verdict, line, lineHash, refusedLines, refusedHashes };
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
