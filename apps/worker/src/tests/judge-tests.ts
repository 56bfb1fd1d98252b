import {
  announceCommitted,
  type ChunkRun,
  claimDueRun,
  closeJudgedRun,
  countFailuresByLook,
  type DueRun,
  endNeedlessMutes,
  findFixesOfTests,
  isSearchedBuild,
  type JudgedTest,
  listChunksOfRun,
  listFailureLooks,
  listOpenTestProblems,
  listRunsOfChunk,
  listStatesOfSuite,
  noteFailedTests,
  notifyOfChangedTests,
  type OpenTestProblem,
  type Queryable,
  queueGithubUpdates,
  recordTestProblems,
  saveVerdicts,
  settleTestProblems,
} from '@slipway/db';
import {
  ATTEMPTS_OF,
  isInfrastructureRun,
  judge,
  NO_TEST,
  type PackedOutcome,
  TESTS_PER_CHUNK,
  type TestRun,
  type TestState,
  unpackResult,
  unpackTestIds,
} from '@slipway/domain';
import type { JobContext } from '../define-job.js';

/** As many runs as a judgement uses. */
const MAX_RUNS = 500;
const MAX_AGE_MS = 90 * 24 * 60 * 60_000;
/** Until a suite has run this often, everything in it is new. */
const RUNS_OF_NEW_SUITE = 10;
/** Passing tests are judged in every so many runs, because they may have become slow. */
const SLOWNESS_EVERY = 20;
/** Absent tests, because they may have been removed. */
const ABSENCE_EVERY = 5;

const ENDED_FAILED: ReadonlySet<PackedOutcome> = new Set(['failed', 'failed_again', 'failed_after_passing']);
const PASSED: ReadonlySet<PackedOutcome> = new Set(['passed', 'passed_on_retry']);
const FAILED: ReadonlySet<PackedOutcome> = new Set([...ENDED_FAILED, 'passed_on_retry']);

/** Judges the tests of one run that is due; false if there is none. */
export async function judgeDueRun({ database, clock, signal }: JobContext): Promise<boolean> {
  const judged = await database.transaction(async (tx) => {
    const run = await claimDueRun(tx);
    if (run === null) return null;
    const failuresByFingerprint = run.failed === 0 ? new Map() : await countFailuresByLook(tx, run.id);
    const tests = run.passed + run.failed;
    // The runs of a search for a culprit count for none either: they are of old revisions.
    const isInfrastructure =
      isInfrastructureRun({ tests, failures: run.failed, failuresByFingerprint }) ||
      (await isSearchedBuild({ pool: tx }, { projectId: run.projectId, id: run.buildRunId }));
    const { flaky, resolved } = isInfrastructure ? UNJUDGED : await judgeTests(tx, run, clock.now());
    await closeJudgedRun(tx, { runId: run.id, isInfrastructure, flaky });
    if (run.failed > 0) await queueGithubUpdates(tx, { buildIds: [run.buildRunId], changeIds: [] });
    return { projectId: run.projectId, buildRunId: run.buildRunId, problems: resolved };
  }, signal);
  if (judged === null) return false;
  await announceCommitted(database, [{ project_id: judged.projectId, kinds: ['test'] }]);
  await findFixesOfTests(database, judged);
  return true;
}

interface Judged {
  /** How many of the run's failures are of flaky tests. */
  readonly flaky: number;
  /** The problems of tests that pass again. */
  readonly resolved: readonly OpenTestProblem[];
}

const UNJUDGED: Judged = { flaky: 0, resolved: [] };

async function judgeTests(tx: Queryable, run: DueRun, now: number): Promise<Judged> {
  const { accountId, projectId, suiteId } = run;
  let flaky = 0;
  const stateOf = new Map((await listStatesOfSuite(tx, suiteId)).map(({ testId, state }) => [testId, state]));
  const failed: number[] = [];
  const open = await listOpenTestProblems(tx, { projectId, suiteId });
  const passing: OpenTestProblem[] = [];
  const failing: number[] = [];
  const changed: { readonly [State in TestState]?: number[] } = { broken: [], flaky: [] };
  for (const chunk of await listChunksOfRun(tx, { suiteId, runId: run.id })) {
    const testIds = unpackTestIds(chunk.testIds);
    passing.push(...open.filter(({ testId }) => PASSED.has(outcomeAt(chunk.outcomes, testIds.indexOf(testId)))));
    const places = testIds
      .map((testId, place) => ({ testId, place }))
      .filter(({ testId, place }) => {
        if (testId === NO_TEST) return false;
        const outcome = outcomeAt(chunk.outcomes, place);
        return mustJudge(run, { outcome, state: stateOf.get(testId), chunk: chunk.chunk, place });
      });
    if (places.length === 0) continue;
    for (const { testId, place } of places) if (FAILED.has(outcomeAt(chunk.outcomes, place))) failed.push(testId);
    const judged = await judgeChunk(tx, { run, chunk: chunk.chunk, places, now });
    await saveVerdicts(tx, { accountId, projectId, suiteId, judgedAt: new Date(now) }, judged);
    for (const { testId, verdict } of judged)
      if (verdict.state !== stateOf.get(testId)) changed[verdict.state]?.push(testId);
    await endNeedlessMutes(tx, { suiteId, testIds: judged.map(({ testId }) => testId) });
    const ended = judged.filter((_, index) =>
      ENDED_FAILED.has(outcomeAt(chunk.outcomes, places[index]?.place ?? 0)),
    );
    const steady = ended.filter(({ verdict }) => verdict.state !== 'flaky');
    failing.push(...steady.map(({ testId }) => testId));
    flaky += ended.length - steady.length;
  }
  await noteFailedTests(tx, { testIds: failed, at: run.startedAt });
  const { id: runId, buildRunId } = run;
  const origin = { accountId, projectId, buildRunId, runId, suiteId };
  await notifyOfChangedTests(tx, { ...origin, event: 'test.broke', testIds: changed.broken ?? [] });
  await notifyOfChangedTests(tx, { ...origin, event: 'test.became_flaky', testIds: changed.flaky ?? [] });
  await recordTestProblems(tx, { projectId, buildRunId, runId, testIds: failing });
  return { flaky, resolved: await settleTestProblems(tx, { projectId, buildRunId, problems: passing }) };
}

function outcomeAt(outcomes: Uint8Array | null, place: number): PackedOutcome {
  return outcomes === null || place < 0
    ? 'absent'
    : unpackResult({ outcomes, durations: new Uint8Array() }, place).outcome;
}

interface TestInRun {
  readonly outcome: PackedOutcome;
  readonly state: string | undefined;
  readonly chunk: number;
  readonly place: number;
}

/** A test that passes as ever has the same verdict as before. */
function mustJudge(run: DueRun, { outcome, state, chunk, place }: TestInRun): boolean {
  const isTurn = (every: number) => chunk % every === run.id % every;
  if (outcome === 'absent') return state === 'silent' ? false : state !== undefined || isTurn(ABSENCE_EVERY);
  const isNew = chunk * TESTS_PER_CHUNK + place >= run.knownTests && run.earlierRuns >= RUNS_OF_NEW_SUITE;
  return FAILED.has(outcome) || state !== undefined || isNew || isTurn(SLOWNESS_EVERY);
}

interface ChunkToJudge {
  readonly run: DueRun;
  readonly chunk: number;
  readonly places: readonly { readonly testId: number; readonly place: number }[];
  readonly now: number;
}

async function judgeChunk(tx: Queryable, { run, chunk, places, now }: ChunkToJudge): Promise<JudgedTest[]> {
  const { suiteId } = run;
  const all = await listRunsOfChunk(tx, { suiteId, chunk, count: MAX_RUNS });
  const runs = all.filter(({ startedAt }) => now - startedAt.getTime() <= MAX_AGE_MS);
  const testIds = places.map(({ testId }) => testId);
  const looks = await listFailureLooks(tx, { suiteId, testIds });
  const lookOf = new Map(looks.map(({ testId, runId, fingerprint }) => [`${testId} ${runId}`, fingerprint]));
  return places.map(({ testId, place }) => {
    const history = runs.flatMap((each) => toTestRun(each, place, lookOf.get(`${testId} ${each.id}`) ?? null));
    const first = history[0]?.at ?? now;
    const last =
      history.findLast(({ outcomes }) => outcomes.some((outcome) => outcome !== 'skipped'))?.at ?? first;
    const context = {
      now,
      firstSeenAt: first,
      suiteRuns: runs.filter(({ startedAt }) => startedAt.getTime() >= first).length,
      suiteRunsSince: runs.filter(({ startedAt }) => startedAt.getTime() > last).length,
    };
    return { testId, verdict: judge(history, context) };
  });
}

/** A changelist's number is its position; commits have none. */
function toTestRun(run: ChunkRun, place: number, fingerprint: string | null): TestRun[] {
  const { outcomes, durations, commitHash, changelist, startedAt, branch, isInfrastructure } = run;
  if (outcomes === null || durations === null) return [];
  const { outcome, durationMs } = unpackResult({ outcomes, durations }, place);
  if (outcome === 'absent') return [];
  return [
    {
      at: startedAt.getTime(),
      revision: changelist || commitHash || `build ${run.buildRunId}`,
      order: /^\d{1,15}$/.test(changelist) ? Number(changelist) : null,
      branch,
      outcomes: ATTEMPTS_OF[outcome],
      durationMs,
      fingerprint,
      isInfrastructure,
      touched: 'unknown',
    },
  ];
}
