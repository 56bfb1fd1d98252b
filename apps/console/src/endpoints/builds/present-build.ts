import type { ConsoleBuild, NearbyBuild, StripPoint } from '@slipway/contracts';
import type { JobBuildRecord, NearbyBuildRecord, SearchedBuildRecord } from '@slipway/db';
import { type Redactor, sanitizeAuthor, sanitizeText } from '@slipway/domain';
import { presentBuildRun, presentTime } from '@slipway/rest';

/** `medians` has the usual duration of each job, by job key. */
export function presentConsoleBuild(
  build: SearchedBuildRecord,
  medians: ReadonlyMap<string, number>,
  redactor: Redactor,
): ConsoleBuild {
  return {
    ...presentBuildRun(build, redactor),
    started_by: sanitizeAuthor(build.startedBy),
    median_seconds: medians.get(build.jobKey) ?? null,
    change_id: build.changeId,
    investigation: build.investigation,
  };
}

export function presentNearbyBuild(build: NearbyBuildRecord): NearbyBuild {
  return {
    id: String(build.id),
    build_number: sanitizeText(build.buildNumber),
    status: build.status,
    finished_at: presentTime(build.finishedAt),
  };
}

export function presentStripPoint(
  build: Pick<JobBuildRecord, 'id' | 'buildNumber' | 'status' | 'durationSeconds' | 'createdAt'>,
): StripPoint {
  return {
    id: String(build.id),
    build_number: sanitizeText(build.buildNumber),
    status: build.status,
    duration_seconds: build.durationSeconds,
    created_at: presentTime(build.createdAt),
  };
}
