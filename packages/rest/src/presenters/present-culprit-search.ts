import type { CulpritRun, CulpritSearch } from '@slipway/contracts';
import {
  type ApiReads,
  type CulpritRangeRecord,
  type CulpritRunRecord,
  type CulpritSearchRecord,
  describeRange,
  type ProblemRecord,
  revisionOf,
} from '@slipway/db';
import {
  assessCulprit,
  type CulpritStep,
  type Redactor,
  sanitizePath,
  sanitizeText,
  sanitizeUrl,
} from '@slipway/domain';
import { presentTime } from './present-time.js';

const DIGITS = 10_000;
const round = (chance: number) => Math.round(chance * DIGITS) / DIGITS;

const UNKNOWN = {
  state: 'unknown',
  explanation: 'It has not passed before, as far as is known, so there are no changes to search.',
  last_passing_build_run_id: null,
  first_failed_build_run_id: null,
  no_culprit_probability: null,
  changes: [],
  next_run: null,
  search: null,
  runs: [],
} as const satisfies Omit<CulpritSearch, 'runs_unavailable' | 'runs_left_today' | 'changes' | 'runs'> & {
  changes: [];
  runs: [];
};

export interface PresentedSearch {
  readonly problem: ProblemRecord;
  readonly range: CulpritRangeRecord | null;
  /** Why Slipway cannot request runs itself; null if it can. */
  readonly unavailable: string | null;
  readonly runsLeftToday: number;
}

interface PresentWith {
  readonly reads: Pick<ApiReads, 'listArtifacts'>;
  readonly redactor: Redactor;
}

/** What is known about the culprit of a problem, and the search for it. */
export async function presentCulpritSearch(
  { reads, redactor }: PresentWith,
  { problem, range, unavailable, runsLeftToday }: PresentedSearch,
): Promise<CulpritSearch> {
  const availability = { runs_unavailable: unavailable, runs_left_today: runsLeftToday };
  if (range === null) return { ...UNKNOWN, changes: [], runs: [], ...availability };
  const { changes, runs, lastPassing, firstFailed, isCut, search } = range;
  const revisions = revisionsOf(range);
  const known = {
    ...availability,
    last_passing_build_run_id: String(lastPassing.id),
    first_failed_build_run_id: String(firstFailed.id),
    search: search === null ? null : presentStored(search),
    runs: search === null ? [] : search.runs.map((run) => presentRun(run, revisions)),
  };
  const assessed = assessCulprit(problem, range);
  if (assessed === null) {
    const explanation = isCut
      ? `More than ${changes.length} changes are between the last pass and the first failure.`
      : 'No change is known between the last pass and the first failure.';
    return { ...UNKNOWN, ...known, changes: [], explanation };
  }
  const { search: result } = assessed;
  return {
    ...known,
    state: STATES[result.step.kind],
    explanation: sanitizeText(describeRange(range, assessed)),
    no_culprit_probability: round(result.none),
    changes: changes.map(({ id, userId }, index) => {
      const own = runs.filter(({ position }) => position === index + 1);
      const passed = own.filter(({ hasPassed }) => hasPassed).length;
      return {
        ...(revisions[index + 1] ?? NO_REVISION),
        change_id: id,
        author_user_id: userId,
        probability: round(result.changes[index] ?? 0),
        passed,
        failed: own.length - passed,
      };
    }),
    next_run: await presentNextRun({ reads, redactor }, result.step, range),
  };
}

const STATES: Readonly<Record<CulpritStep['kind'], CulpritSearch['state']>> = {
  run: 'searching',
  culprit: 'found',
  among: 'found',
  no_culprit: 'no_culprit',
  unsettled: 'unsettled',
};

interface Revision {
  readonly identifier: string;
  readonly display_identifier: string;
}

const NO_REVISION: Revision = { identifier: '', display_identifier: '' };

/** The last pass, then the changes, by the number of changes that each contains. */
function revisionsOf({ lastPassing, changes }: CulpritRangeRecord): readonly Revision[] {
  return [
    {
      identifier: sanitizeText(revisionOf(lastPassing)),
      display_identifier: `build ${sanitizeText(lastPassing.buildNumber)}`,
    },
    ...changes.map(({ identifier, displayIdentifier }) => ({
      identifier: sanitizeText(identifier),
      display_identifier: sanitizeText(displayIdentifier),
    })),
  ];
}

function presentStored(search: CulpritSearchRecord): NonNullable<CulpritSearch['search']> {
  return {
    state: search.state,
    runs_by: search.runsBy,
    max_runs: search.maxRuns,
    runs_used: search.runs.length,
    started_by_user_id: search.startedById,
    started_at: presentTime(search.startedAt),
    ended_at: presentTime(search.endedAt),
  };
}

function presentRun(run: CulpritRunRecord, revisions: readonly Revision[]): CulpritRun {
  const identifier = sanitizeText(run.identifier);
  const known = revisions.find((revision) => revision.identifier === identifier);
  return {
    id: String(run.id),
    identifier,
    display_identifier: known?.display_identifier ?? identifier,
    outcome: run.outcome,
    build_run_id: run.buildRunId === null ? null : String(run.buildRunId),
    requested_at: presentTime(run.requestedAt),
    finished_at: presentTime(run.finishedAt),
  };
}

async function presentNextRun(
  { reads, redactor }: PresentWith,
  step: CulpritStep,
  range: CulpritRangeRecord,
): Promise<CulpritSearch['next_run']> {
  if (step.kind !== 'run') return null;
  const buildRunId = range.artifactBuilds.get(step.position) ?? null;
  const artifacts = buildRunId === null ? [] : await reads.listArtifacts(range.firstFailed.projectId, buildRunId);
  return {
    ...(revisionsOf(range)[step.position] ?? NO_REVISION),
    build_run_id: buildRunId === null ? null : String(buildRunId),
    artifacts: artifacts.map(({ name, sizeBytes, url }) => ({
      name: sanitizePath(name),
      size_bytes: sizeBytes,
      url: sanitizeUrl(redactor.text(url)),
    })),
  };
}
