import type { ProblemState } from '@slipway/contracts';
import type { TestVariant, Verdict } from '@slipway/domain';
import { columnsOf, narrowed, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { empty, sql } from '../../sql.js';
import type { TestKey } from './test-history.js';

const state = columnsOf('TestState', 's');
const statesOfTest = defineQuery({
  name: 'list states of a test',
  columns: {
    ...pick(state, 'suiteId', 'state', 'flakeRate', 'since'),
    verdict: narrowed<Verdict>(state.verdict),
  },
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: TestKey, select) =>
    sql`SELECT ${select} FROM test_states s WHERE s.test_id = ${testId} AND s.project_id = ${projectId}`,
});

export interface FailuresRequest extends TestKey {
  /** Only in this build. */
  readonly buildRunId: number | null;
  readonly count: number;
}

const suite = columnsOf('TestSuite', 'q');
const failuresOfTest = defineQuery({
  name: 'list failures of a test',
  columns: {
    ...pick(
      columnsOf('TestFailure', 'f'),
      'id',
      'attempt',
      'kind',
      'message',
      'details',
      'output',
      'file',
      'line',
    ),
    ...pick(columnsOf('TestRun', 'r'), 'buildRunId', 'startedAt'),
    buildNumber: columnsOf('BuildRun', 'b').buildNumber,
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<TestVariant['tags']>(suite.tags),
  },
  examples: [
    { projectId: 1, testId: 1, buildRunId: null, count: 1 },
    { projectId: 1, testId: 1, buildRunId: 1, count: 1 },
  ],
  build: ({ projectId, testId, buildRunId, count }: FailuresRequest, select) => sql`SELECT ${select}
    FROM test_failures f JOIN test_runs r ON r.id = f.run_id JOIN test_suites q ON q.id = f.suite_id
    JOIN build_runs b ON b.id = r.build_run_id
    WHERE f.test_id = ${testId} AND r.project_id = ${projectId}
      ${buildRunId === null ? empty : sql`AND r.build_run_id = ${buildRunId}`} ORDER BY f.id DESC LIMIT ${count}`,
});

const failureKinds = defineQuery({
  name: 'list kinds of failures of a test',
  columns: pick(columnsOf('TestFailure', 'f'), 'runId', 'kind'),
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: TestKey, select) =>
    sql`SELECT DISTINCT ON (f.run_id) ${select} FROM test_failures f JOIN test_runs r ON r.id = f.run_id
      WHERE f.test_id = ${testId} AND r.project_id = ${projectId} ORDER BY f.run_id DESC, f.attempt DESC LIMIT 1000`,
});

const MAX_CANDIDATES = 1_000;

export interface NewerTests extends TestKey {
  /** In which the test ran last; null if nobody knows. */
  readonly buildRunId: number | null;
}

/** Of the same suite, and not reported before the last run of the test. */
const newerTests = defineQuery({
  name: 'list tests that a test may be called now',
  columns: pick(columnsOf('Test', 't'), 'id', 'path', 'name'),
  examples: [{ projectId: 1, testId: 1, buildRunId: 1 }],
  build: ({ projectId, testId, buildRunId }: NewerTests, select) => sql`SELECT ${select} FROM tests t
    WHERE t.project_id = ${projectId} AND t.id > ${testId} AND t.same_as_id IS NULL
      AND t.created_at > COALESCE((SELECT max(r.updated_at) FROM test_runs r
        WHERE r.build_run_id = ${buildRunId}::bigint AND r.project_id = ${projectId}), '-infinity')
      AND t.suite = (SELECT o.suite FROM tests o WHERE o.id = ${testId}) ORDER BY t.id DESC LIMIT ${MAX_CANDIDATES}`,
});

const problem = columnsOf('Problem', 'p');
const problemOfTest = defineQuery({
  name: 'find problem of test',
  columns: { ...pick(problem, 'id', 'seenCount', 'assigneeUserId'), state: narrowed<ProblemState>(problem.state) },
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: TestKey, select) => sql`SELECT ${select} FROM problems p
    WHERE p.test_id = ${testId} AND p.project_id = ${projectId} LIMIT 1`,
});

export const reads = {
  findProblemOfTest: problemOfTest.find,
  listNewerTests: newerTests.list,
  listStatesOfTest: statesOfTest.list,
  listFailuresOfTest: failuresOfTest.list,
  listFailureKinds: failureKinds.list,
};
