import { type TestVariant, variantKey } from '@slipway/domain';
import { columnsOf, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import {
  countAll,
  type FailureRow,
  failuresOf,
  packAll,
  type ReportedTestResult,
  type ResultsRow,
  type RunCounts,
} from './pack-report.js';
import { placeTests } from './test-places.js';

/** What a report says of one suite in one variant. */
export interface TestRunReport {
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
  readonly suite: string;
  readonly variant: TestVariant;
  readonly startedAt: Date;
  /** Of the build's tests. A later one follows the earlier ones, in whatever order they are reported. */
  readonly attempt?: number;
  readonly results: readonly ReportedTestResult[];
}

interface SuiteInVariant {
  readonly accountId: number;
  readonly projectId: number;
  readonly name: string;
  readonly key: Buffer;
  /** As JSON. */
  readonly tags: string;
  readonly variant: readonly string[];
}

const lockSuite = defineQuery({
  name: 'lock test suite',
  columns: pick(columnsOf('TestSuite', 's'), 'id', 'testCount'),
  examples: [
    { accountId: 1, projectId: 1, name: '', key: Buffer.alloc(0), tags: '{}', variant: ['', '', '', ''] },
  ],
  build: (
    { accountId, projectId, name, key, tags, variant }: SuiteInVariant,
    select,
  ) => sql`INSERT INTO test_suites AS s (account_id, project_id, name, variant_key, platform, configuration, renderer, device, tags)
    VALUES (${accountId}, ${projectId}, ${name}, ${key}, ${variant[0]}, ${variant[1]}, ${variant[2]}, ${variant[3]}, ${tags}::jsonb)
    ON CONFLICT (project_id, name, variant_key) DO UPDATE SET name = EXCLUDED.name RETURNING ${select}`,
});

interface RunOfBuild {
  readonly projectId: number;
  readonly buildRunId: number;
  readonly suiteId: number;
  readonly startedAt: Date;
  readonly attempt: number;
  /** Of the suite. */
  readonly testCount: number;
}

/** Further reports about a suite usually arrive within this time; its tests are judged after the last one. */
const JUDGE_AFTER_SECONDS = 2;

const openRun = defineQuery({
  name: 'open test run',
  columns: pick(columnsOf('TestRun', 't'), 'id', 'attempt'),
  examples: [{ projectId: 1, suiteId: 1, buildRunId: 1, startedAt: new Date(0), attempt: 1, testCount: 0 }],
  build: (
    { projectId, buildRunId, suiteId, startedAt, attempt, testCount }: RunOfBuild,
    select,
  ) => sql`INSERT INTO test_runs AS t (account_id, project_id, suite_id, build_run_id, commit_hash, changelist, branch, started_at, attempt, known_tests, judge_after)
    SELECT b.account_id, b.project_id, ${suiteId}, b.id, b.commit_hash, b.changelist, b.branch, ${startedAt}, ${attempt}::int,
      ${testCount}::int, now() + make_interval(secs => ${JUDGE_AFTER_SECONDS}::int)
    FROM build_runs b WHERE b.id = ${buildRunId} AND b.project_id = ${projectId}
    ON CONFLICT (build_run_id, suite_id) DO UPDATE SET started_at = LEAST(t.started_at, EXCLUDED.started_at),
      attempt = GREATEST(t.attempt, EXCLUDED.attempt), judge_after = EXCLUDED.judge_after, updated_at = now()
    RETURNING ${select}`,
});

const readResults = defineQuery({
  name: 'list results of a test run',
  columns: pick(columnsOf('TestResults'), 'chunk', 'outcomes', 'durations'),
  prepared: true,
  examples: [1],
  build: (runId: number, select) => sql`SELECT ${select} FROM test_results WHERE run_id = ${runId} ORDER BY chunk`,
});

/** Rows of a run of a suite. */
interface RowsOfRun<Row> {
  readonly suiteId: number;
  readonly runId: number;
  readonly rows: readonly Row[];
}

const saveResults = defineQuery({
  name: 'save test results',
  columns: {},
  examples: [{ suiteId: 1, runId: 1, rows: [] }],
  build: ({
    suiteId,
    runId,
    rows,
  }: RowsOfRun<ResultsRow>) => sql`INSERT INTO test_results (suite_id, chunk, run_id, outcomes, durations)
    SELECT ${suiteId}, r.chunk, ${runId}, r.outcomes, r.durations
    FROM ${rowsOf(rows, { chunk: 'int', outcomes: 'bytea', durations: 'bytea' })}
    ON CONFLICT (suite_id, chunk, run_id) DO UPDATE SET outcomes = EXCLUDED.outcomes, durations = EXCLUDED.durations`,
});

const addFailures = defineQuery({
  name: 'add test failures',
  columns: {},
  examples: [{ suiteId: 1, runId: 1, rows: [] }],
  build: ({
    suiteId,
    runId,
    rows,
  }: RowsOfRun<FailureRow>) => sql`INSERT INTO test_failures (run_id, test_id, suite_id, attempt, kind, message, details, output, file, line, fingerprint)
    SELECT ${runId}, r.test_id, ${suiteId},
      r.attempt + COALESCE((SELECT max(f.attempt) FROM test_failures f WHERE f.run_id = ${runId} AND f.test_id = r.test_id), 0),
      r.kind, r.message, r.details, r.output, r.file, r.line, r.fingerprint
    FROM ${rowsOf(rows, {
      testId: 'bigint',
      attempt: 'int',
      kind: 'text',
      message: 'text',
      details: 'text',
      output: 'text',
      file: 'text',
      line: 'int',
      fingerprint: 'text',
    })}`,
});

const countRun = defineQuery({
  name: 'count test run',
  columns: {},
  examples: [{ runId: 1, passed: 0, failed: 0, skipped: 0, retried: 0, durationMs: 0 }],
  build: ({ runId, passed, failed, skipped, retried, durationMs }: RunCounts & { readonly runId: number }) =>
    sql`UPDATE test_runs SET passed = ${passed}, failed = ${failed}, skipped = ${skipped}, retried = ${retried},
      duration_ms = ${durationMs}::bigint WHERE id = ${runId}`,
});

/**
 * Adds what a report says of a suite to the build's run of it, in the caller's transaction. Several reports add up: the
 * attempts of a test that was in an earlier one follow those. Answers the run's id.
 */
export async function applyTestRun(tx: Queryable, report: TestRunReport): Promise<number> {
  const { accountId, projectId, suite: name, variant, buildRunId, startedAt, attempt = 1, results } = report;
  const { platform, configuration, renderer, device, tags } = variant;
  const suite = await lockSuite.first(tx, {
    accountId,
    projectId,
    name,
    key: variantKey(variant),
    tags: JSON.stringify(tags),
    variant: [platform, configuration, renderer, device],
  });
  if (suite === null) throw new Error('the test suite just saved is gone');
  const { id: suiteId, testCount } = suite;
  const run = await openRun.first(tx, { projectId, buildRunId, suiteId, startedAt, attempt, testCount });
  if (run === null) throw new Error('the build of the tests is gone');
  const runId = run.id;
  const places = await placeTests(tx, { id: suiteId, accountId, projectId, name, testCount }, results);
  const stored = new Map<number, ResultsRow>((await readResults.all(tx, runId)).map((row) => [row.chunk, row]));
  const rows = packAll(places, results, { stored, isLatest: attempt >= run.attempt });
  await saveResults.execute(tx, { suiteId, runId, rows });
  const failures = failuresOf(places, results);
  if (failures.length > 0) await addFailures.execute(tx, { suiteId, runId, rows: failures });
  for (const row of rows) stored.set(row.chunk, row);
  await countRun.execute(tx, { runId, ...countAll(stored.values()) });
  return runId;
}
