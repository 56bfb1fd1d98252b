import { type DatabaseHandle, findFirstFailed, type JobBuild } from '@slipway/db';
import type { Diagnosis } from '@slipway/diagnosis';
import { attributeFailure, type BuildAttribution, pathsOf } from '@slipway/domain';
import type { Engine } from './engine.js';
import { findOutput } from './find-output.js';
import { type Suspects, suspectsBetween } from './find-suspects.js';
import { NO_HISTORY } from './load-job-history.js';

const unattributed = (reason: BuildAttribution['reason']): BuildAttribution => ({
  userId: null,
  reason,
  suspects: [],
  changes: [],
  file: null,
});

export interface AttributionContext {
  readonly on: DatabaseHandle;
  readonly engine: Engine;
  readonly signal: AbortSignal;
}

/** Finds the change that caused a failure among the suspects. */
export async function attributeBuild(
  context: AttributionContext,
  build: JobBuild,
  { diagnosis, suspects }: { diagnosis: Diagnosis; suspects: Suspects },
): Promise<BuildAttribution> {
  // Some findings rule out every change.
  const ruledOut = attributeFailure(diagnosis, []);
  if (ruledOut.reason !== 'no_changes') return ruledOut;
  const { lastPassing } = suspects;
  if (lastPassing === null) return unattributed(suspects.excluded ?? 'no_passing_build');
  const changedFiles = pathsOf(suspects.changes);
  const first = await findFirstBroken(context, { build, lastPassing, diagnosis, changedFiles });
  const { excluded, changes } = first === null ? suspects : await suspectsBetween(context.on, lastPassing, first);
  return excluded === null ? attributeFailure(diagnosis, changes) : unattributed(excluded);
}

interface FailureAfter {
  readonly build: JobBuild;
  readonly lastPassing: JobBuild;
  readonly diagnosis: Diagnosis;
  readonly changedFiles: readonly string[];
}

/**
 * Finds the first build after the passing one, if it failed the same way: no later change can have caused the failure.
 */
async function findFirstBroken(
  { on, engine, signal }: AttributionContext,
  { build, lastPassing, diagnosis, changedFiles }: FailureAfter,
): Promise<JobBuild | null> {
  const first = await findFirstFailed(on, lastPassing, build);
  if (first === null || diagnosis.file === null) return null;
  const log = await findOutput(on, first);
  if (log === null) return null;
  const { category, file } = await engine.diagnose({ log, ...NO_HISTORY, changedFiles, job: '' }, signal);
  return category === diagnosis.category && file === diagnosis.file ? first : null;
}
