import { lastPassingBefore } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { findFirstFailed, findJobBuild, type JobBuild, listPassingBefore } from './build-points.js';
import { type ChangesSince, findChangesSince } from './suspect-changes.js';

/** What happened between a job's last passing build and one of its later builds. */
export interface FailureHistory extends ChangesSince {
  readonly lastPassing: JobBuild;
  /** The first build that failed after the passing one; null unless it is earlier than the build. */
  readonly firstFailed: JobBuild | null;
}

/** The last build of the same job and branch that passed before a build; null if none did. */
export async function findLastPassing(on: DatabaseHandle, build: JobBuild): Promise<JobBuild | null> {
  const earlier = (await listPassingBefore(on, build)).filter(({ id }) => id !== build.id);
  return lastPassingBefore(build, earlier);
}

/** Reads the history of a build the same way as an investigation does; null if its job never passed before. */
export async function findFailureHistory(
  on: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<FailureHistory | null> {
  const build = await findJobBuild(on, projectId, buildRunId);
  if (build === null) return null;
  const lastPassing = await findLastPassing(on, build);
  if (lastPassing === null) return null;
  // Sequential, because these reads may share a transaction, which has only one connection.
  const since = await findChangesSince(on, lastPassing, build);
  const firstFailed = await findFirstFailed(on, lastPassing, build);
  return { ...since, lastPassing, firstFailed };
}
