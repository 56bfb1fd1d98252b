import type { CurrentReport, MergedBuildRun } from './build-runs.js';

/** The failures in a batch that are to be explained. */
export interface BuildFailures {
  /** The builds that the batch made fail, and those whose log it brought. */
  readonly failed: readonly MergedBuildRun[];
  /** Of these, the builds that had already failed. */
  readonly withLateLog: readonly MergedBuildRun[];
}

const hasFailed = ({ after }: MergedBuildRun) => after.status === 'failed';
const isNewAttempt = ({ before, after }: MergedBuildRun) => before === null || before.attempt < after.attempt;

/** Whether the batch made the build fail, rather than described an earlier failure again. */
const failedNow = (build: MergedBuildRun) =>
  hasFailed(build) && (isNewAttempt(build) || build.before?.status !== 'failed');

export function findFailures(builds: readonly MergedBuildRun[], current: readonly CurrentReport[]): BuildFailures {
  const logged = new Set(current.flatMap(({ build, report }) => (report.operation.log ? [build.id] : [])));
  const withLateLog = builds.filter((build) => hasFailed(build) && !isNewAttempt(build) && logged.has(build.id));
  return { failed: [...new Set([...builds.filter(failedNow), ...withLateLog])], withLateLog };
}
