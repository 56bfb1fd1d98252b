import { findBaseline, type JobBuild } from '@slipway/db';
import type { Baseline } from '@slipway/diagnosis';
import type { JobContext } from '../define-job.js';
import { findMaskedOutput } from './find-masked-output.js';

/** A job's baseline, up to the last passing build before a failed build. */
export async function loadBaseline(
  context: Pick<JobContext, 'database' | 'redactors' | 'engine' | 'signal'>,
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
