import type { Verdict } from '@slipway/domain';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';

const run = columnsOf('TestRun', 'r');

const dueColumns = {
  ...pick(
    run,
    'id',
    'accountId',
    'projectId',
    'suiteId',
    'buildRunId',
    'startedAt',
    'passed',
    'failed',
    'knownTests',
  ),
  judgeAfter: nullable(computed('timestamptz', sql`r.judge_after`)),
  /** Of the suite, up to this one. */
  earlierRuns: computed(
    'int4',
    sql`(SELECT count(*)::int FROM (SELECT FROM test_runs e WHERE e.suite_id = r.suite_id AND e.id < r.id LIMIT 100) earlier)`,
  ),
};

/** A run whose tests are to be judged, locked by the transaction that judges them. */
export interface DueRun extends RowOf<typeof dueColumns> {}

const claimDue = defineQuery({
  name: 'claim test run to judge',
  columns: dueColumns,
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM test_runs r WHERE r.judge_after <= now()
    ORDER BY r.judge_after LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
});

export function claimDueRun(tx: Queryable): Promise<DueRun | null> {
  return claimDue.first(tx, null);
}

const failuresByLook = defineQuery({
  name: 'count failures of a test run by fingerprint',
  columns: { fingerprint: computed('text', sql`f.fingerprint`), count: computed('int4', sql`count(*)::int`) },
  examples: [1],
  build: (runId: number, select) => sql`SELECT ${select}
    FROM (SELECT DISTINCT ON (test_id) fingerprint FROM test_failures WHERE run_id = ${runId}
      ORDER BY test_id, attempt DESC) f GROUP BY f.fingerprint`,
});

/** How many tests failed alike in a run, by fingerprint. */
export async function countFailuresByLook(tx: Queryable, runId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await failuresByLook.all(tx, runId);
  return new Map(rows.map(({ fingerprint, count }) => [fingerprint, count]));
}

const results = columnsOf('TestResults', 'p');
const resultsOfRun = defineQuery({
  name: 'list results of a run with its tests',
  columns: {
    chunk: computed('int4', sql`c.number`),
    testIds: columnsOf('TestChunk', 'c').testIds,
    outcomes: nullable(results.outcomes),
  },
  examples: [{ suiteId: 1, runId: 1 }],
  build: ({ suiteId, runId }: { readonly suiteId: number; readonly runId: number }, select) =>
    sql`SELECT ${select} FROM test_chunks c
      LEFT JOIN test_results p ON p.suite_id = c.suite_id AND p.chunk = c.number AND p.run_id = ${runId}
      WHERE c.suite_id = ${suiteId} ORDER BY c.number`,
});

/** All tests of the run's suite, chunk by chunk; `outcomes` is null for a chunk of which none ran. */
export const listChunksOfRun = resultsOfRun.all;

const statesOfSuite = defineQuery({
  name: 'list test states of a suite',
  columns: pick(columnsOf('TestState', 't'), 'testId', 'state'),
  examples: [1],
  build: (suiteId: number, select) => sql`SELECT ${select} FROM test_states t WHERE t.suite_id = ${suiteId}`,
});

export const listStatesOfSuite = statesOfSuite.all;

interface HistoryOfChunk {
  readonly suiteId: number;
  readonly chunk: number;
  /** The newest runs. */
  readonly count: number;
}

const historyColumns = {
  ...pick(run, 'id', 'buildRunId', 'commitHash', 'changelist', 'branch', 'startedAt', 'isInfrastructure'),
  outcomes: nullable(results.outcomes),
  durations: nullable(results.durations),
};

const historyOfChunk = defineQuery({
  name: 'list newest runs of a chunk',
  columns: historyColumns,
  examples: [{ suiteId: 1, chunk: 0, count: 1 }],
  build: ({ suiteId, chunk, count }: HistoryOfChunk, select) => sql`SELECT ${select}
    FROM (SELECT * FROM test_runs WHERE suite_id = ${suiteId} ORDER BY id DESC LIMIT ${count}) r
    LEFT JOIN test_results p ON p.suite_id = r.suite_id AND p.chunk = ${chunk} AND p.run_id = r.id
    ORDER BY r.started_at, r.id`,
});

/** A run of a suite; without results if none of the chunk's tests ran. */
export interface ChunkRun extends RowOf<typeof historyColumns> {}

/** The newest runs of a suite, oldest first, with the results of one chunk. */
export const listRunsOfChunk = historyOfChunk.all;

const looks = defineQuery({
  name: 'list fingerprints of failures of tests',
  columns: pick(columnsOf('TestFailure', 'f'), 'testId', 'runId', 'fingerprint'),
  examples: [{ suiteId: 1, testIds: [1] }],
  build: ({ suiteId, testIds }: { readonly suiteId: number; readonly testIds: readonly number[] }, select) =>
    sql`SELECT DISTINCT ON (f.test_id, f.run_id) ${select} FROM test_failures f
      WHERE f.test_id = ANY(${testIds}::bigint[]) AND f.suite_id = ${suiteId}
      ORDER BY f.test_id, f.run_id, f.attempt DESC`,
});

/** The fingerprint of the last failure of each of these tests in each run. */
export const listFailureLooks = looks.all;

export interface JudgedTest {
  readonly testId: number;
  readonly verdict: Verdict;
}

interface JudgedSuite {
  readonly accountId: number;
  readonly projectId: number;
  readonly suiteId: number;
  readonly judgedAt: Date;
}

interface StateRow {
  readonly testId: number;
  readonly state: string;
  readonly flakeRate: number;
  readonly since: string;
  readonly verdict: Verdict;
}

const saveStates = defineQuery({
  name: 'save test states',
  columns: {},
  examples: [{ suite: { accountId: 1, projectId: 1, suiteId: 1, judgedAt: new Date(0) }, rows: [] }],
  build: ({ suite, rows }: { readonly suite: JudgedSuite; readonly rows: readonly StateRow[] }) => {
    const { accountId, projectId, suiteId, judgedAt } = suite;
    return sql`INSERT INTO test_states (test_id, suite_id, account_id, project_id, state, flake_rate, since, verdict, judged_at)
      SELECT r.test_id, ${suiteId}, ${accountId}, ${projectId}, r.state, r.flake_rate, r.since, r.verdict, ${judgedAt}
      FROM ${rowsOf(rows, {
        testId: 'bigint',
        state: 'test_verdict',
        flakeRate: 'float8',
        since: 'timestamptz(3)',
        verdict: 'jsonb',
      })}
      ON CONFLICT (test_id, suite_id) DO UPDATE SET state = EXCLUDED.state, flake_rate = EXCLUDED.flake_rate,
        since = EXCLUDED.since, verdict = EXCLUDED.verdict, judged_at = EXCLUDED.judged_at`;
  },
});

const deleteStates = defineQuery({
  name: 'delete test states',
  columns: {},
  examples: [{ suiteId: 1, testIds: [1] }],
  build: ({ suiteId, testIds }: { readonly suiteId: number; readonly testIds: readonly number[] }) =>
    sql`DELETE FROM test_states WHERE suite_id = ${suiteId} AND test_id = ANY(${testIds}::bigint[])`,
});

const isOrWasFlaky = ({ state, previously }: Verdict) => state === 'flaky' || previously === 'flaky';

function toStateRow({ testId, verdict }: JudgedTest): StateRow[] {
  const { state, since, failureRate } = verdict;
  if (state === 'passing' || since === null) return [];
  const flakeRate = isOrWasFlaky(verdict) ? failureRate : 0;
  return [{ testId, state, flakeRate, since: new Date(since.at).toISOString(), verdict }];
}

/** Saves verdicts, and forgets those of tests that pass. */
export async function saveVerdicts(
  tx: Queryable,
  suite: JudgedSuite,
  judged: readonly JudgedTest[],
): Promise<void> {
  const rows = judged.flatMap(toStateRow);
  if (rows.length > 0) await saveStates.execute(tx, { suite, rows });
  const kept = new Set(rows.map(({ testId }) => testId));
  const testIds = judged.map(({ testId }) => testId).filter((id) => !kept.has(id));
  if (testIds.length > 0) await deleteStates.execute(tx, { suiteId: suite.suiteId, testIds });
}

const noteFailures = defineQuery({
  name: 'note failures of tests',
  columns: {},
  examples: [{ testIds: [1], at: new Date(0) }],
  build: ({ testIds, at }: { readonly testIds: readonly number[]; readonly at: Date }) => sql`UPDATE tests t
    SET last_failed_at = ${at} FROM (SELECT id FROM tests WHERE id = ANY(${testIds}::bigint[])
      AND (last_failed_at IS NULL OR last_failed_at < ${at}) ORDER BY id FOR NO KEY UPDATE) f WHERE t.id = f.id`,
});

/** Records when tests last failed. Runs of several variants are judged at a time, so the rows are locked in order. */
export async function noteFailedTests(
  tx: Queryable,
  failed: { readonly testIds: readonly number[]; readonly at: Date },
): Promise<void> {
  if (failed.testIds.length > 0) await noteFailures.execute(tx, failed);
}

interface JudgedRun {
  readonly runId: number;
  readonly isInfrastructure: boolean;
  /** How many of its failures are of flaky tests. */
  readonly flaky: number;
}

const closeRun = defineQuery({
  name: 'close judged test run',
  columns: {},
  examples: [{ runId: 1, isInfrastructure: false, flaky: 0 }],
  build: ({ runId, isInfrastructure, flaky }: JudgedRun) =>
    sql`UPDATE test_runs SET judge_after = NULL, is_infrastructure = ${isInfrastructure}, flaky = ${flaky}
      WHERE id = ${runId}`,
});

/** Records that a run's tests are judged, or that its failures count for none. */
export async function closeJudgedRun(tx: Queryable, request: JudgedRun): Promise<void> {
  await closeRun.execute(tx, request);
}
