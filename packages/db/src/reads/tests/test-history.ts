import { type PackedResult, TESTS_PER_CHUNK, unpackResult } from '@slipway/domain';
import { columnsOf, computed, narrowed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const suite = columnsOf('TestSuite', 's');

export interface TestKey {
  readonly projectId: number;
  readonly testId: number;
}

const variantsOfTest = defineQuery({
  name: 'list variants of a test',
  columns: {
    suiteId: suite.id,
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<Readonly<Record<string, string>>>(suite.tags),
    chunk: computed('int4', sql`p.place / ${TESTS_PER_CHUNK}::int`),
    place: computed('int4', sql`p.place % ${TESTS_PER_CHUNK}::int`),
  },
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: TestKey, select) => sql`SELECT ${select} FROM tests t
    JOIN test_places p ON p.test_id = t.id JOIN test_suites s ON s.id = p.suite_id
    WHERE t.project_id = ${projectId} AND t.id = ${testId} ORDER BY s.id`,
});

/** Where a test is in a suite. */
export interface HistoryRequest {
  readonly projectId: number;
  readonly suiteId: number;
  readonly chunk: number;
  readonly place: number;
  /** The newest runs. */
  readonly count: number;
}

const run = columnsOf('TestRun', 'r');
const packedRuns = defineQuery({
  name: 'list packed runs of a test',
  columns: {
    runId: run.id,
    ...pick(run, 'buildRunId', 'commitHash', 'changelist', 'branch', 'startedAt', 'isInfrastructure'),
    buildNumber: columnsOf('BuildRun', 'b').buildNumber,
    ...pick(columnsOf('TestResults', 'p'), 'outcomes', 'durations'),
  },
  prepared: true,
  examples: [{ projectId: 1, suiteId: 1, chunk: 0, count: 1 }],
  build: ({ projectId, suiteId, chunk, count }: Omit<HistoryRequest, 'place'>, select) => sql`SELECT ${select}
    FROM (SELECT run_id, outcomes, durations FROM test_results WHERE suite_id = ${suiteId} AND chunk = ${chunk}
      ORDER BY run_id DESC LIMIT ${count}) p
    JOIN test_runs r ON r.id = p.run_id JOIN build_runs b ON b.id = r.build_run_id WHERE r.project_id = ${projectId} ORDER BY p.run_id DESC`,
});

/** What a test did in the newest runs of its suite in one variant, newest first. Runs without it are left out. */
async function listTestHistory({ pool }: DatabaseHandle, request: HistoryRequest) {
  const { place, ...packed } = request;
  const rows = await packedRuns.all(pool, packed);
  return rows.flatMap(({ outcomes, durations, ...row }) => {
    const result: PackedResult = unpackResult({ outcomes, durations }, place);
    return result.outcome === 'absent' ? [] : [{ ...row, ...result }];
  });
}

export const reads = { listTestVariants: variantsOfTest.list, listTestHistory };
