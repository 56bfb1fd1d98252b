import { listJobs } from '@slipway/contracts';
import type { JobBuildRecord } from '@slipway/db';
import { redactName } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentStripPoint } from './present-build.js';

const MAX_JOBS = 60;
const MAX_BRANCHES = 100;

export const endpoint = defineConsoleEndpoint(listJobs, async ({ project, services }) => {
  const { reads, clock } = services;
  const builds = await reads.listRecentJobBuilds(project.id);
  const jobs = groupByJob(builds).toSorted(byImportance);
  const shown = jobs.slice(0, MAX_JOBS);
  const [medians, stale] = await Promise.all([
    reads.measureJobMedians(
      project.id,
      shown.flatMap((job) => job.map(({ jobKey }) => jobKey)),
    ),
    reads.findStaleBuilds(project.accountId, shown.flat(), clock.now()),
  ]);
  const redactor = services.redactors.of(project);
  const branches = new Set(builds.map(({ branch }) => branch).filter((branch) => branch !== ''));
  return {
    jobs: shown.map((job) => ({
      name: redactName(job[0]?.jobName ?? '', redactor),
      builds: job.map((build) => presentStripPoint(build, stale)),
      median_seconds: medians.get(job.at(-1)?.jobKey ?? '') ?? null,
    })),
    branches: [...branches]
      .toSorted()
      .slice(0, MAX_BRANCHES)
      .map((branch) => redactName(branch, redactor)),
  };
});

function groupByJob(builds: readonly JobBuildRecord[]): JobBuildRecord[][] {
  const jobs = new Map<string, JobBuildRecord[]>();
  for (const build of builds) {
    const job = jobs.get(build.jobName);
    if (job === undefined) jobs.set(build.jobName, [build]);
    else job.push(build);
  }
  return [...jobs.values()];
}

/** Sorts the main job first (the chosen one, otherwise the one that ran most often), then the most recent one. */
function byImportance(a: readonly JobBuildRecord[], b: readonly JobBuildRecord[]): number {
  const weight = (job: readonly JobBuildRecord[]) => (job[0]?.isMain ? Number.MAX_SAFE_INTEGER : job[0]?.ran) ?? 0;
  const lastAt = (job: readonly JobBuildRecord[]) => job.at(-1)?.createdAt.getTime() ?? 0;
  return weight(b) - weight(a) || lastAt(b) - lastAt(a);
}
