import type {
  CamelCase,
  ChangeSince,
  ConsoleBuild,
  ConsoleBuildDetail,
  ConsoleBuildField,
  ConsoleSuspect,
  NearbyBuild,
  StripPoint,
} from '@slipway/contracts';
import type {
  BuildRunRecord,
  JobBuildRecord,
  KnownCauseRecord,
  NearbyBuildRecord,
  SearchedBuildRecord,
  SuspectRecord,
} from '@slipway/db';
import {
  RERUN_TOOLS,
  type Redactor,
  type RerunPlace,
  type RerunProblem,
  redactAuthor,
  type SuspectChange,
  sanitizeText,
} from '@slipway/domain';
import { presentBuildRun, presentTime } from '@slipway/rest';

interface Known {
  /** The usual duration of each job, by job key. */
  readonly medians: ReadonlyMap<string, number>;
  readonly causes: ReadonlyMap<number, KnownCauseRecord>;
  readonly stale: ReadonlySet<number>;
  readonly redactor: Redactor;
}

export function presentConsoleBuild(build: SearchedBuildRecord, known: Known): ConsoleBuild {
  const { causes, redactor } = known;
  const cause = causes.get(build.id);
  return {
    ...presentBuildRun(build, redactor),
    ...presentConsoleFields(build, build, known),
    investigation: build.investigation,
    cause: cause?.state ?? null,
    error: presentError(cause?.error ?? null, redactor),
  };
}

/** Fields of a record that pages show under another name, or not at all. */
type ShownElsewhere = 'jobName' | 'hasLog' | 'originalStatus' | 'expectedSuites';

/** A field that is stored, but that neither REST nor the console shows. It must be shown or listed above. */
type Forgotten = Exclude<keyof BuildRunRecord, CamelCase<keyof ConsoleBuild> | ShownElsewhere>;

/** What the console shows of every build in addition to what REST returns. `around` is what lies beyond its row. */
export function presentConsoleFields(
  build: BuildRunRecord,
  around: Pick<SearchedBuildRecord, 'startedBy' | 'jobKey' | 'changeId' | 'searchedProblemId'>,
  { medians, stale, redactor }: Omit<Known, 'causes'>,
): Pick<ConsoleBuild, ConsoleBuildField> & Record<Forgotten, never> {
  return {
    started_by: redactAuthor(around.startedBy, redactor),
    median_seconds: medians.get(around.jobKey) ?? null,
    is_stale: stale.has(build.id),
    change_id: around.changeId,
    searched_problem_id: around.searchedProblemId === null ? null : String(around.searchedProblemId),
  };
}

export function presentError(error: string | null, redactor: Redactor): string | null {
  return error === null ? null : sanitizeText(redactor.text(error));
}

export function presentDiagnosis(
  known: KnownCauseRecord | undefined,
  redactor: Redactor,
): ConsoleBuildDetail['diagnosis'] {
  const error = presentError(known?.error ?? null, redactor);
  if (known?.line == null || known.state === null || known.state === 'none' || error === null) return null;
  return { error, line: known.line, cause: known.state };
}

export function presentNearbyBuild(build: NearbyBuildRecord): NearbyBuild {
  return {
    id: String(build.id),
    build_number: sanitizeText(build.buildNumber),
    status: build.status,
    finished_at: presentTime(build.finishedAt),
  };
}

interface KnownPeople {
  readonly nameOf: (userId: number | null) => string | null;
  readonly redactor: Redactor;
  readonly suspects: readonly SuspectRecord[];
}

export function presentChangeSince(
  change: SuspectChange,
  { nameOf, redactor, suspects }: KnownPeople,
): ChangeSince {
  return {
    id: change.id,
    identifier: sanitizeText(change.identifier),
    display_identifier: sanitizeText(change.displayIdentifier),
    author: redactAuthor(change.author, redactor),
    description: sanitizeText(change.description),
    file_count: change.files?.length ?? null,
    person: nameOf(change.userId),
    is_suspect: suspects.some(({ changeId }) => changeId === change.id),
  };
}

export function presentSuspect(suspect: SuspectRecord, redactor: Redactor): ConsoleSuspect {
  return {
    id: suspect.changeId,
    display_identifier: sanitizeText(suspect.displayIdentifier),
    author: redactAuthor(suspect.author, redactor),
    description: sanitizeText(suspect.description),
    person: suspect.person,
    reason: sanitizeText(redactor.text(suspect.reason)),
    confidence: suspect.confidence,
  };
}

export function presentStripPoint(
  build: Pick<JobBuildRecord, 'id' | 'buildNumber' | 'status' | 'durationSeconds' | 'createdAt'>,
  stale: ReadonlySet<number>,
): StripPoint {
  return {
    id: String(build.id),
    build_number: sanitizeText(build.buildNumber),
    status: build.status,
    is_stale: stale.has(build.id),
    duration_seconds: build.durationSeconds,
    created_at: presentTime(build.createdAt),
  };
}

export function presentRerun(place: RerunPlace | RerunProblem): ConsoleBuildDetail['rerun'] {
  if ('problem' in place) return { tool: null, problem: place.problem, needs_credentials: place.needsCredentials };
  return { tool: RERUN_TOOLS[place.tool], problem: null, needs_credentials: false };
}
