import type { BuildRun } from '@slipway/contracts';
import { PASSED_STATUSES } from '@slipway/contracts';

/** A job whose newest finished build failed. */
export interface BrokenJob {
  readonly job: string;
  /** The newest failed build. */
  readonly build: BuildRun;
  /** The first of the failed builds since the last one that passed, as far back as the builds go. */
  readonly since: BuildRun;
}

const PASSED: readonly string[] = PASSED_STATUSES;

/** Finds the broken jobs among builds that are sorted newest first. Cancelled and running builds say nothing. */
export function findBrokenJobs(builds: readonly BuildRun[]): BrokenJob[] {
  const broken = new Map<string, BrokenJob>();
  const settled = new Set<string>();
  for (const build of builds) {
    const { ci_job_name: job, status } = build;
    if (settled.has(job)) continue;
    if (PASSED.includes(status)) settled.add(job);
    else if (status === 'failed') broken.set(job, { job, build: broken.get(job)?.build ?? build, since: build });
  }
  return [...broken.values()];
}
