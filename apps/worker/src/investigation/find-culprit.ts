import {
  type DatabaseHandle,
  findBuildOutput,
  findChangesSince,
  findFirstFailed,
  hasRevisionPassed,
  type JobBuild,
} from '@slipway/db';
import type { Diagnosis } from '@slipway/diagnosis';
import { type Attribution, type AttributionReason, attributeFailure, lastPassingBefore } from '@slipway/domain';
import type { Engine } from './engine.js';

/** The user to name for a failure, or null, and the reason for either. */
export interface Culprit extends Omit<Attribution, 'reason'> {
  readonly reason: AttributionReason | 'revision_passed' | 'no_passing_build' | 'too_many_changes';
}

const nobody = (reason: Culprit['reason']): Culprit => ({ userId: null, reason, changes: [], file: null });

export interface CulpritContext {
  readonly on: DatabaseHandle;
  readonly engine: Engine;
  readonly signal: AbortSignal;
}

/** Finds the change that caused a failure among those since the last passing build of the same job and branch. */
export async function findCulprit(
  context: CulpritContext,
  build: JobBuild,
  { diagnosis, passing }: { diagnosis: Diagnosis; passing: readonly JobBuild[] },
): Promise<Culprit> {
  const { on } = context;
  // Some findings rule out every change, so that no search is needed.
  const ruledOut = attributeFailure(diagnosis, []);
  if (ruledOut.reason !== 'no_changes') return ruledOut;
  if (await hasRevisionPassed(on, build)) return nobody('revision_passed');
  const last = lastPassingBefore(build, passing);
  if (last === null) return nobody('no_passing_build');
  const broken = await findFirstBroken(context, { passing: last, build, diagnosis });
  const { changes, isCut } = await findChangesSince(on, last, broken);
  return isCut ? nobody('too_many_changes') : attributeFailure(diagnosis, changes);
}

/** The first build since the passing one, if it failed the same way: no later change can have caused the failure. */
async function findFirstBroken(
  { on, engine, signal }: CulpritContext,
  { passing, build, diagnosis }: { passing: JobBuild; build: JobBuild; diagnosis: Diagnosis },
): Promise<JobBuild> {
  const first = await findFirstFailed(on, passing, build);
  if (first === null || diagnosis.file === null) return build;
  const log = await findBuildOutput(on, first);
  if (log === null) return build;
  const { category, file } = await engine.diagnose(log, null, signal);
  return category === diagnosis.category && file === diagnosis.file ? first : build;
}
