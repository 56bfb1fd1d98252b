import { type PackedOutcome, type PackedResult, unpackResult, unpackTestIds } from '@slipway/domain';
import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const run = columnsOf('TestRun', 'r');
const suite = columnsOf('TestSuite', 's');

const runsOfBuild = defineQuery({
  name: 'list test runs of a build',
  columns: {
    ...pick(run, 'id', 'suiteId', 'startedAt', 'durationMs', 'passed', 'failed', 'skipped', 'retried'),
    suite: suite.name,
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device', 'tags'),
  },
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: { readonly projectId: number; readonly buildRunId: number }, select) =>
    sql`SELECT ${select} FROM test_runs r JOIN test_suites s ON s.id = r.suite_id
      WHERE r.build_run_id = ${buildRunId} AND r.project_id = ${projectId} ORDER BY s.name, s.id`,
});

const packedTests = defineQuery({
  name: 'list packed tests of a run',
  columns: {
    ...pick(columnsOf('TestResults', 'p'), 'outcomes', 'durations'),
    testIds: columnsOf('TestChunk', 'c').testIds,
  },
  examples: [{ projectId: 1, runId: 1 }],
  build: ({ projectId, runId }: { readonly projectId: number; readonly runId: number }, select) =>
    sql`SELECT ${select} FROM test_runs r JOIN test_results p ON p.run_id = r.id
      JOIN test_chunks c ON c.suite_id = p.suite_id AND c.number = p.chunk
      WHERE r.id = ${runId} AND r.project_id = ${projectId} ORDER BY p.chunk`,
});

const names = defineQuery({
  name: 'list names of tests',
  columns: pick(columnsOf('Test', 't'), 'id', 'path', 'name'),
  examples: [{ projectId: 1, ids: [1] }],
  build: ({ projectId, ids }: { readonly projectId: number; readonly ids: readonly number[] }, select) =>
    sql`SELECT ${select} FROM tests t WHERE t.id = ANY(${ids}::bigint[]) AND t.project_id = ${projectId}`,
});

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
async function listTestsOfRun({ pool }: DatabaseHandle, { projectId, runId, ...wanted }: TestsOfRun) {
  const found: (PackedResult & { readonly testId: number })[] = [];
  for (const { testIds, outcomes, durations } of await packedTests.all(pool, { projectId, runId }))
    for (const [place, testId] of unpackTestIds(testIds).entries()) {
      const result = unpackResult({ outcomes, durations }, place);
      if (wanted.outcomes.has(result.outcome)) found.push({ ...result, testId });
    }
  const page = found.slice(wanted.offset, wanted.offset + wanted.count);
  const named = await names.all(pool, { projectId, ids: page.map(({ testId }) => testId) });
  const nameOf = new Map(named.map((test) => [test.id, test]));
  return page.flatMap((result): TestOfRun[] => {
    const test = nameOf.get(result.testId);
    return test === undefined ? [] : [{ ...result, path: test.path, name: test.name }];
  });
}

export const reads = { listTestRunsOfBuild: runsOfBuild.list, listTestsOfRun };
