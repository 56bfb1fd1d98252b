import { type DatabaseHandle, findBaseline, findBuildOutput, type JobBuild } from '@slipway/db';
import type { Baseline } from '@slipway/diagnosis';
import type { Engine } from './engine.js';

/** The baseline of a job, up to the last passing build before a failed build. */
export async function loadBaseline(
  { on, engine, signal }: { on: DatabaseHandle; engine: Engine; signal: AbortSignal },
  build: JobBuild,
  passing: readonly JobBuild[],
): Promise<Baseline | null> {
  const stored = await findBaseline<Baseline>(on, build);
  const last = passing.find(({ hasLog }) => hasLog);
  if (last === undefined || (stored !== null && stored.finishedAt >= last.finishedAt))
    return stored?.baseline ?? null;
  // The last build passed so recently that the stored baseline does not contain it yet.
  const log = await findBuildOutput(on, last);
  if (log === null) return stored?.baseline ?? null;
  return engine.extendBaseline(log.content, stored?.baseline ?? null, signal);
}
