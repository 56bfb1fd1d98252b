import {
  ATTEMPTS_OF,
  type FailureRate,
  type KnownRange,
  type PlacedRun,
  placeRuns,
  placeSearchRuns,
  type SuspectChange,
} from '@slipway/domain';
import { NOT_SEARCHED, PASSED } from '../../build-status.js';
import { columnsOf, computed, nullable, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { findJobBuild, type JobBuild, type JobMoment } from '../builds/build-points.js';
import { findLastPassing } from '../builds/failure-history.js';
import { findChangesSince } from '../builds/suspect-changes.js';
import { reads as testReads } from '../tests/test-history.js';
import { findRevisionsWithArtifacts } from './artifact-builds.js';
import { type CulpritSearchRecord, findCulpritSearch } from './culprit-searches.js';

/** As many runs of a test or builds of a job are looked at. */
const MAX_RUNS = 300;

/** The changes between the last pass and the first failure of a problem, and what has run of them. */
export interface CulpritRangeRecord extends KnownRange {
  readonly lastPassing: JobBuild;
  readonly firstFailed: JobBuild;
  readonly changes: readonly SuspectChange[];
  /** The newest search in this range; null if nobody started one. */
  readonly search: CulpritSearchRecord | null;
  /** The newest build of each revision that has artifacts, by position. */
  readonly artifactBuilds: ReadonlyMap<number, number>;
}

/** The identifier of the revision that last passed; empty if it is unknown. */
export const revisionOf = ({ commitHash, changelist }: Pick<JobBuild, 'commitHash' | 'changelist'>) =>
  commitHash || changelist;

const openedProblem = defineQuery({
  name: 'find problem to search the culprit of',
  columns: {
    testId: columnsOf('Problem', 'p').testId,
    firstBuildRunId: nullable(
      computed(
        'int8',
        sql`(SELECT k.build_run_id FROM problem_builds k WHERE k.problem_id = p.id
          AND k.seen_at >= COALESCE(p.reopened_at, p.first_seen_at) ORDER BY k.seen_at, k.build_run_id LIMIT 1)`,
      ),
    ),
  },
  examples: [{ projectId: 1, problemId: 1 }],
  build: ({ projectId, problemId }: { projectId: number; problemId: number }, select) =>
    sql`SELECT ${select} FROM problems p WHERE p.id = ${problemId} AND p.project_id = ${projectId}`,
});

interface BuildsSince extends JobMoment {
  readonly problemId: number;
}

const build = columnsOf('BuildRun', 'b');
const buildsSince = defineQuery({
  name: 'list builds since last pass',
  columns: {
    ...pick(build, 'id', 'commitHash', 'changelist'),
    hasPassed: computed('bool', sql`(b.status ${PASSED})`),
  },
  examples: [{ problemId: 1, projectId: 1, integrationId: 1, jobKey: 'Harbor', branch: 'main', finishedAt: 0 }],
  build: (
    { problemId, projectId, integrationId, jobKey, branch, finishedAt }: BuildsSince,
    select,
  ) => sql`SELECT ${select}
    FROM (SELECT * FROM build_runs WHERE project_id = ${projectId} AND job_key = ${jobKey}
        AND finished_at >= ${new Date(finishedAt)}::timestamptz AND ${NOT_SEARCHED}
        ORDER BY finished_at LIMIT ${MAX_RUNS}) b
    WHERE b.integration_id = ${integrationId} AND b.branch = ${branch} AND (b.status ${PASSED}
      OR EXISTS (SELECT FROM problem_builds k WHERE k.problem_id = ${problemId} AND k.build_run_id = b.id))
    ORDER BY b.finished_at, b.id`,
});

interface BuildOfRange extends PlacedRun {
  readonly buildRunId: number;
}

/** The last pass before the first failure, the first failure, and what followed. */
interface FoundRange {
  readonly lastPassing: JobBuild;
  readonly firstFailed: JobBuild;
  readonly runs: readonly BuildOfRange[];
  readonly history: FailureRate;
}

async function findRangeOfJob(
  on: DatabaseHandle,
  problemId: number,
  firstFailed: JobBuild,
): Promise<FoundRange | null> {
  const lastPassing = await findLastPassing(on, firstFailed);
  if (lastPassing === null) return null;
  const builds = await buildsSince.all(on.pool, { ...lastPassing, problemId });
  const runs = builds.map(({ id: buildRunId, commitHash, changelist, hasPassed }) => ({
    buildRunId,
    commitHash,
    changelist,
    passes: [hasPassed],
  }));
  return { lastPassing, firstFailed, runs, history: { failures: 0, passes: 0 } };
}

interface TestOfRange {
  readonly testId: number;
  readonly firstFailed: JobBuild;
}

/** Of the variant on which the test failed in the build, if it passed there before. */
async function findRangeOfTest(
  on: DatabaseHandle,
  { testId, firstFailed }: TestOfRange,
): Promise<FoundRange | null> {
  const { projectId, branch } = firstFailed;
  for (const variant of await testReads.listTestVariants(on, { projectId, testId })) {
    const newest = await testReads.listTestHistory(on, { ...variant, projectId, count: MAX_RUNS });
    const runs = newest
      .toReversed()
      .filter((run) => run.branch === branch && !run.isInfrastructure)
      .map(({ buildRunId, commitHash, changelist, outcome }) => ({
        buildRunId,
        commitHash,
        changelist,
        passes: ATTEMPTS_OF[outcome].flatMap((attempt) => (attempt === 'skipped' ? [] : [attempt === 'passed'])),
      }))
      .filter(({ passes }) => passes.length > 0);
    const failed = runs.findIndex(
      ({ buildRunId, passes }) => buildRunId === firstFailed.id && passes.at(-1) === false,
    );
    const passed = runs.slice(0, Math.max(0, failed)).findLastIndex(({ passes }) => !passes.includes(false));
    const lastPassing = passed === -1 ? null : await findJobBuild(on, projectId, runs[passed]?.buildRunId ?? 0);
    if (lastPassing === null) continue;
    const before = runs.slice(0, passed).flatMap(({ passes }) => passes);
    const failures = before.filter((hasPassed) => !hasPassed).length;
    return {
      lastPassing,
      firstFailed,
      runs: runs.slice(passed),
      history: { failures, passes: before.length - failures },
    };
  }
  return null;
}

/** What is known of the culprit of an open problem; null if it never passed before, or is not known. */
export async function findCulpritRange(
  on: DatabaseHandle,
  projectId: number,
  problemId: number,
): Promise<CulpritRangeRecord | null> {
  const problem = await openedProblem.first(on.pool, { projectId, problemId });
  if (problem?.firstBuildRunId == null) return null;
  const firstFailed = await findJobBuild(on, projectId, problem.firstBuildRunId);
  if (firstFailed === null) return null;
  const { testId } = problem;
  const found =
    testId === null
      ? await findRangeOfJob(on, problemId, firstFailed)
      : await findRangeOfTest(on, { testId, firstFailed });
  if (found === null) return null;
  const { lastPassing, history } = found;
  const { changes, isCut } = await findChangesSince(on, lastPassing, firstFailed);
  const firstFailure = found.runs.find(({ buildRunId }) => buildRunId === firstFailed.id);
  if (firstFailure === undefined) return null;
  const identifiers = changes.map(({ identifier }) => identifier);
  const { newest: search, runs: searched } = await findCulpritSearch(on, projectId, problemId);
  const base = revisionOf(lastPassing);
  const placed = placeSearchRuns({ base, changes: identifiers, runs: searched });
  const artifactBuilds = await findRevisionsWithArtifacts(on, firstFailed, [base, ...identifiers]);
  return {
    lastPassing,
    firstFailed,
    changes,
    isCut,
    runs: [...placeRuns({ changes: identifiers, runs: found.runs, firstFailure }), ...placed.runs],
    history,
    untestable: placed.untestable,
    preferred: new Set(artifactBuilds.keys()),
    runsLeft: runsLeftOf(search),
    search,
    artifactBuilds,
  };
}

/** A search that was stopped no longer limits what may be run next. A run that goes on may still settle it. */
function runsLeftOf(search: CulpritSearchRecord | null): number {
  if (search === null || search.state === 'stopped') return Number.POSITIVE_INFINITY;
  return Math.max(0, search.maxRuns - search.runs.filter(({ finishedAt }) => finishedAt !== null).length);
}
