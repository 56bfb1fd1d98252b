import type { CauseState, ChangeSince, ConsoleBuild, NearbyBuild, StripPoint } from '@slipway/contracts';
import type { JobBuildRecord, NearbyBuildRecord, SearchedBuildRecord } from '@slipway/db';
import { isStaleBuild, type Redactor, redactAuthor, type SuspectChange, sanitizeText } from '@slipway/domain';
import { presentBuildRun, presentTime } from '@slipway/rest';

/** What is known about the builds of a page. */
interface Known {
  /** The usual duration of each job, by job key. */
  readonly medians: ReadonlyMap<string, number>;
  readonly causes: ReadonlyMap<number, CauseState>;
  readonly redactor: Redactor;
  readonly now: number;
}

export function presentConsoleBuild(
  build: SearchedBuildRecord,
  { medians, causes, redactor, now }: Known,
): ConsoleBuild {
  const usualSeconds = medians.get(build.jobKey) ?? null;
  return {
    ...presentBuildRun(build, redactor),
    started_by: redactAuthor(build.startedBy, redactor),
    median_seconds: usualSeconds,
    is_stale: isStaleBuild({ ...build, usualSeconds }, now),
    change_id: build.changeId,
    investigation: build.investigation,
    cause: causes.get(build.id) ?? null,
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

export function presentChangeSince(
  change: SuspectChange & { readonly isSuspect: boolean },
  { nameOf, redactor }: { readonly nameOf: (userId: number | null) => string | null; readonly redactor: Redactor },
): ChangeSince {
  return {
    id: change.id,
    identifier: sanitizeText(change.identifier),
    display_identifier: sanitizeText(change.displayIdentifier),
    author: redactAuthor(change.author, redactor),
    description: sanitizeText(change.description),
    file_count: change.files?.length ?? null,
    person: nameOf(change.userId),
    is_suspect: change.isSuspect,
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
