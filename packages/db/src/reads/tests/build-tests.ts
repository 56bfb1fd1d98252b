import type { FailureClass, TestVerdict } from '@slipway/contracts';
import {
  classOfFailure,
  describeVariant,
  type FailedTests,
  fullNameOf,
  type PackedOutcome,
  type PackedResult,
  statusOfTest,
  summarizeTests,
  TESTS_PER_CHUNK,
  type TestOfBuild,
  type TestVariant,
  unpackResult,
  unpackTestIds,
} from '@slipway/domain';
import { columnsOf, computed, narrowed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { matchesAny } from '../../stores/notifications/filters.js';
import { type BuildOfProject, type RunsOfProject, readVerdictsOfRuns } from './build-verdicts.js';

const run = columnsOf('TestRun', 'r');
const suite = columnsOf('TestSuite', 's');
const packedResults = columnsOf('TestResults', 'p');

const runsOfBuild = defineQuery({
  name: 'list test runs of a build',
  columns: {
    ...pick(run, 'id', 'suiteId', 'startedAt', 'durationMs', 'passed', 'failed', 'skipped', 'retried'),
    suite: suite.name,
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<TestVariant['tags']>(suite.tags),
  },
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: BuildOfProject, select) =>
    sql`SELECT ${select} FROM test_runs r JOIN test_suites s ON s.id = r.suite_id
      WHERE r.build_run_id = ${buildRunId} AND r.project_id = ${projectId} ORDER BY s.name, s.id`,
});

const RUNS_EXAMPLE: RunsOfProject = { projectId: 1, runIds: [1] };

const packedTests = defineQuery({
  name: 'list packed tests of runs',
  columns: {
    runId: run.id,
    ...pick(packedResults, 'chunk', 'outcomes', 'durations'),
    testIds: columnsOf('TestChunk', 'c').testIds,
  },
  examples: [RUNS_EXAMPLE],
  build: ({ projectId, runIds }: RunsOfProject, select) => sql`SELECT ${select}
    FROM test_runs r JOIN test_results p ON p.run_id = r.id
    JOIN test_chunks c ON c.suite_id = p.suite_id AND c.number = p.chunk
    WHERE r.id = ANY(${runIds}::bigint[]) AND r.project_id = ${projectId} ORDER BY r.id, p.chunk`,
});

const outcomesBefore = defineQuery({
  name: 'list packed outcomes before runs',
  columns: { runId: run.id, ...pick(packedResults, 'chunk', 'outcomes') },
  examples: [RUNS_EXAMPLE],
  build: ({ projectId, runIds }: RunsOfProject, select) => sql`SELECT ${select}
    FROM test_runs r
    CROSS JOIN LATERAL (SELECT e.id FROM test_runs e
      WHERE e.suite_id = r.suite_id AND e.id < r.id AND e.branch = r.branch AND NOT e.is_infrastructure
      ORDER BY e.id DESC LIMIT 1) b
    JOIN test_results p ON p.suite_id = r.suite_id AND p.run_id = b.id
    WHERE r.id = ANY(${runIds}::bigint[]) AND r.project_id = ${projectId}`,
});

const failuresOfRuns = defineQuery({
  name: 'list last failures of runs',
  columns: pick(columnsOf('TestFailure', 'f'), 'runId', 'testId', 'kind', 'message'),
  examples: [RUNS_EXAMPLE],
  build: ({ projectId, runIds }: RunsOfProject, select) => sql`SELECT DISTINCT ON (f.run_id, f.test_id) ${select}
    FROM test_failures f JOIN test_runs r ON r.id = f.run_id
    WHERE f.run_id = ANY(${runIds}::bigint[]) AND r.project_id = ${projectId}
    ORDER BY f.run_id, f.test_id, f.attempt DESC`,
});

/** On some branches, mutes do not count. */
const mutedTests = defineQuery({
  name: 'list muted tests of a build',
  columns: { testId: computed('int8', sql`m.test_id`) },
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: BuildOfProject, select) => sql`SELECT DISTINCT ${select} FROM test_mutes m
    WHERE m.project_id = ${projectId} AND m.ended_at IS NULL AND m.until > now()
      AND NOT EXISTS (SELECT FROM build_runs b JOIN projects o ON o.id = b.project_id
        WHERE b.id = ${buildRunId} AND ${matchesAny(sql`b.branch`, sql`o.unmuted_branches`)})`,
});

/** The tests whose failures in a build do not count. */
export const listMutedTests = mutedTests.all;

const names = defineQuery({
  name: 'list names of tests',
  columns: pick(columnsOf('Test', 't'), 'id', 'suite', 'path', 'name'),
  examples: [{ projectId: 1, ids: [1] }],
  build: ({ projectId, ids }: { readonly projectId: number; readonly ids: readonly number[] }, select) =>
    sql`SELECT ${select} FROM tests t WHERE t.id = ANY(${ids}::bigint[]) AND t.project_id = ${projectId}`,
});

/** A test in one run of a build. */
export interface BuildTestRecord extends TestOfBuild {
  readonly testId: number;
  readonly runId: number;
  readonly suiteId: number;
  /** In its suite, from 0. */
  readonly place: number;
  readonly suite: string;
  readonly variant: string;
  readonly message: string;
  /** Null unless it failed: see `readVerdictsOfRuns`. */
  readonly verdict: TestVerdict | null;
  readonly isMuted: boolean;
}

export interface BuildTests {
  /** The names of the suites that reported. */
  readonly suites: ReadonlySet<string>;
  readonly tests: readonly BuildTestRecord[];
}

const HAS_FAILED: ReadonlySet<PackedOutcome> = new Set(['failed', 'failed_again', 'failed_after_passing']);

/** All tests of a build, by run and place, with what their failures mean. */
async function readBuildTests(on: DatabaseHandle, projectId: number, buildRunId: number): Promise<BuildTests> {
  const { pool } = on;
  const runs = await runsOfBuild.all(pool, { projectId, buildRunId });
  if (runs.length === 0) return { suites: new Set(), tests: [] };
  const request = { projectId, runIds: runs.map(({ id }) => id) };
  const packed = await packedTests.all(pool, request);
  const facts = await readFacts(on, { ...request, buildRunId }, packed.flatMap(listFailed));
  const runOf = new Map(runs.map((each) => [each.id, { ...each, variant: describeVariant(each) }]));
  const tests = packed.flatMap((chunk) => {
    const of = runOf.get(chunk.runId);
    return of === undefined ? [] : testsOfChunk(chunk, of, facts);
  });
  return { suites: new Set(runs.map(({ suite: name }) => name)), tests };
}

type PackedTests = Awaited<ReturnType<typeof packedTests.all>>[number];

const listFailed = ({ testIds, ...results }: PackedTests) =>
  unpackTestIds(testIds).filter((_, place) => HAS_FAILED.has(unpackResult(results, place).outcome));

/** Of the tests that failed, by run and test; the outcomes before by run and chunk. */
interface BuildFacts {
  readonly before: ReadonlyMap<string, Uint8Array>;
  readonly states: ReadonlyMap<string, TestVerdict>;
  readonly failures: ReadonlyMap<string, { readonly kind: string; readonly message: string }>;
  readonly muted: ReadonlySet<number>;
}

/** One read after the other: they may share a transaction. */
async function readFacts(
  on: DatabaseHandle,
  request: RunsOfProject & BuildOfProject,
  failed: readonly number[],
): Promise<BuildFacts> {
  const { pool } = on;
  const muted = new Set((await mutedTests.all(pool, request)).map(({ testId }) => testId));
  if (failed.length === 0) return { before: new Map(), states: new Map(), failures: new Map(), muted };
  const before = await outcomesBefore.all(pool, request);
  const failures = await failuresOfRuns.all(pool, request);
  return {
    before: new Map(before.map(({ runId, chunk, outcomes }) => [`${runId} ${chunk}`, outcomes])),
    states: await readVerdictsOfRuns(on, { ...request, testIds: failed }),
    failures: new Map(failures.map(({ runId, testId, ...failure }) => [`${runId} ${testId}`, failure])),
    muted,
  };
}

type RunNames = Pick<BuildTestRecord, 'suiteId' | 'suite' | 'variant'>;

function testsOfChunk(
  { runId, chunk, testIds, ...results }: PackedTests,
  { suiteId, suite: suiteName, variant }: RunNames,
  { before, states, failures, muted }: BuildFacts,
): BuildTestRecord[] {
  const earlier = before.get(`${runId} ${chunk}`);
  const tests: BuildTestRecord[] = [];
  for (const [at, testId] of unpackTestIds(testIds).entries()) {
    const { outcome, durationMs } = unpackResult(results, at);
    const isFailed = HAS_FAILED.has(outcome);
    const key = isFailed ? `${runId} ${testId}` : '';
    const failure = failures.get(key);
    const status = statusOfTest(outcome, failure?.kind);
    if (status === null) continue;
    const isMuted = muted.has(testId);
    const place = chunk * TESTS_PER_CHUNK + at;
    let verdict: TestVerdict | null = null;
    let meaning: FailureClass | null = null;
    if (isFailed) {
      verdict = states.get(key) ?? 'passing';
      const failedBefore = earlier !== undefined && HAS_FAILED.has(outcomeOf(earlier, at));
      meaning = classOfFailure({ verdict, isMuted, failedBefore });
    }
    const message = isFailed ? (failure?.message ?? '') : '';
    tests.push({
      testId,
      runId,
      suiteId,
      place,
      suite: suiteName,
      variant,
      status,
      durationMs,
      message,
      verdict,
      isMuted,
      failure: meaning,
    });
  }
  return tests;
}

const NO_DURATIONS = new Uint8Array();
const outcomeOf = (outcomes: Uint8Array, place: number) =>
  unpackResult({ outcomes, durations: NO_DURATIONS }, place).outcome;

const NAMED_FAILURES = 5;

/** The failed tests of a build; null if none failed. */
export async function readFailedTests(
  on: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<FailedTests | null> {
  const { tests } = await readBuildTests(on, projectId, buildRunId);
  if (tests.every(({ failure }) => failure === null)) return null;
  const fresh = tests.filter(({ failure }) => failure === 'new_failure').slice(0, NAMED_FAILURES);
  const nameOf = await readTestNames(
    on,
    projectId,
    fresh.map(({ testId }) => testId),
  );
  return {
    summary: summarizeTests(tests),
    newFailures: fresh.flatMap(({ testId }) => {
      const test = nameOf.get(testId);
      return test === undefined ? [] : [fullNameOf(test)];
    }),
  };
}

/** The names of tests, by id. */
async function readTestNames({ pool }: DatabaseHandle, projectId: number, ids: readonly number[]) {
  const rows = ids.length === 0 ? [] : await names.all(pool, { projectId, ids });
  return new Map(rows.map((test) => [test.id, test]));
}

export interface TestOfRun extends PackedResult {
  readonly testId: number;
  readonly path: string;
  readonly name: string;
}

export interface TestsOfRun {
  readonly projectId: number;
  readonly runId: number;
  readonly outcomes: ReadonlySet<PackedOutcome>;
  readonly offset: number;
  readonly count: number;
}

/** Tests of a run with one of these outcomes, in the order of the suite. */
async function listTestsOfRun(on: DatabaseHandle, { projectId, runId, ...wanted }: TestsOfRun) {
  const found: (PackedResult & { readonly testId: number })[] = [];
  for (const { testIds, ...packed } of await packedTests.all(on.pool, { projectId, runIds: [runId] }))
    for (const [place, testId] of unpackTestIds(testIds).entries()) {
      const result = unpackResult(packed, place);
      if (wanted.outcomes.has(result.outcome)) found.push({ ...result, testId });
    }
  const page = found.slice(wanted.offset, wanted.offset + wanted.count);
  const nameOf = await readTestNames(
    on,
    projectId,
    page.map(({ testId }) => testId),
  );
  return page.flatMap((result): TestOfRun[] => {
    const test = nameOf.get(result.testId);
    return test === undefined ? [] : [{ ...result, path: test.path, name: test.name }];
  });
}

export const reads = {
  listTestRunsOfBuild: runsOfBuild.list,
  listTestsOfRun,
  readBuildTests,
  readTestNames,
};
