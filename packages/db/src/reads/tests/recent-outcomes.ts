import type { TestStatus } from '@slipway/contracts';
import { hasRetried, statusOfTest, TESTS_PER_CHUNK, unpackResult } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { sql } from '../../sql.js';

export interface OutcomesRequest {
  readonly projectId: number;
  readonly ids: readonly number[];
  /** Only on these variants. */
  readonly suiteIds: readonly number[] | undefined;
  /** The newest runs of each suite. */
  readonly runs: number;
}

const EXAMPLE: OutcomesRequest = { projectId: 1, ids: [1], suiteIds: undefined, runs: 1 };

const places = defineQuery({
  name: 'list places of tests',
  columns: {
    testId: computed('int8', sql`l.test_id`),
    suiteId: computed('int4', sql`l.suite_id`),
    chunk: computed('int4', sql`l.place / ${TESTS_PER_CHUNK}::int`),
    place: computed('int4', sql`l.place % ${TESTS_PER_CHUNK}::int`),
  },
  examples: [EXAMPLE, { ...EXAMPLE, suiteIds: [1] }],
  build: ({ ids, suiteIds }: OutcomesRequest, select) => sql`SELECT ${select} FROM test_places l
    WHERE l.test_id = ANY(${ids}::bigint[]) ${when(suiteIds, (value) => sql`l.suite_id = ANY(${value}::int[])`)}`,
});

interface ChunksRequest {
  readonly projectId: number;
  readonly suiteIds: readonly number[];
  readonly chunks: readonly number[];
  readonly runs: number;
}

const recentResults = defineQuery({
  name: 'list recent results of chunks',
  columns: {
    suiteId: computed('int4', sql`c.suite_id`),
    ...pick(columnsOf('TestResults', 'p'), 'chunk', 'outcomes', 'durations'),
    runId: columnsOf('TestRun', 'r').id,
    ...pick(columnsOf('TestRun', 'r'), 'buildRunId', 'startedAt'),
    buildNumber: columnsOf('BuildRun', 'b').buildNumber,
  },
  examples: [{ projectId: 1, suiteIds: [1], chunks: [0], runs: 1 }],
  build: ({ projectId, suiteIds, chunks, runs }: ChunksRequest, select) => sql`SELECT ${select}
    FROM unnest(${suiteIds}::int[], ${chunks}::int[]) AS c(suite_id, chunk)
    CROSS JOIN LATERAL (SELECT p.chunk, p.run_id, p.outcomes, p.durations FROM test_results p
      WHERE p.suite_id = c.suite_id AND p.chunk = c.chunk ORDER BY p.run_id DESC LIMIT ${runs}) p
    JOIN test_runs r ON r.id = p.run_id AND r.project_id = ${projectId}
    JOIN build_runs b ON b.id = r.build_run_id ORDER BY r.started_at DESC, r.id DESC`,
});

const kinds = defineQuery({
  name: 'list kinds of failures',
  columns: pick(columnsOf('TestFailure', 'f'), 'testId', 'runId', 'kind'),
  examples: [{ runIds: [1], testIds: [1] }],
  build: (
    { runIds, testIds }: { readonly runIds: readonly number[]; readonly testIds: readonly number[] },
    select,
  ) =>
    sql`SELECT DISTINCT ON (f.run_id, f.test_id) ${select} FROM test_failures f
      WHERE f.run_id = ANY(${runIds}::bigint[]) AND f.test_id = ANY(${testIds}::bigint[])
      ORDER BY f.run_id, f.test_id, f.attempt DESC`,
});

/** What a test did in a build, on the variant where it did worst. */
export interface TestOutcomeRecord {
  readonly buildRunId: number;
  readonly buildNumber: string;
  readonly status: TestStatus;
  readonly hasRetried: boolean;
  /** On the slowest variant. */
  readonly durationMs: number | null;
  readonly startedAt: Date;
}

/** What tests did in the builds that ran them, newest first. */
async function readRecentOutcomes(
  { pool }: DatabaseHandle,
  request: OutcomesRequest,
): Promise<ReadonlyMap<number, readonly TestOutcomeRecord[]>> {
  const found = request.ids.length === 0 ? [] : await places.all(pool, request);
  const testsAt = new Map<string, { readonly testId: number; readonly place: number }[]>();
  for (const { suiteId, chunk, testId, place } of found) {
    const tests = testsAt.get(`${suiteId} ${chunk}`) ?? [];
    tests.push({ testId, place });
    testsAt.set(`${suiteId} ${chunk}`, tests);
  }
  const keys = [...testsAt.keys()].map((key) => key.split(' ').map(Number));
  const rows = await recentResults.all(pool, {
    projectId: request.projectId,
    suiteIds: keys.map(([suiteId = 0]) => suiteId),
    chunks: keys.map(([, chunk = 0]) => chunk),
    runs: request.runs,
  });
  const runIds = [...new Set(rows.map(({ runId }) => runId))];
  const known = rows.length === 0 ? [] : await kinds.all(pool, { runIds, testIds: request.ids });
  const kindOf = new Map(known.map(({ runId, testId, kind }) => [`${runId} ${testId}`, kind]));
  const outcomes = new Map<number, Map<number, TestOutcomeRecord>>();
  for (const { suiteId, chunk, runId, buildRunId, buildNumber, startedAt, ...packed } of rows)
    for (const { testId, place } of testsAt.get(`${suiteId} ${chunk}`) ?? []) {
      const { outcome, durationMs } = unpackResult(packed, place);
      const status = statusOfTest(outcome, kindOf.get(`${runId} ${testId}`));
      if (status === null) continue;
      const byBuild = outcomes.get(testId) ?? new Map<number, TestOutcomeRecord>();
      const record = { buildRunId, buildNumber, status, hasRetried: hasRetried(outcome), durationMs, startedAt };
      byBuild.set(buildRunId, worse(byBuild.get(buildRunId), record));
      outcomes.set(testId, byBuild);
    }
  return new Map([...outcomes].map(([testId, byBuild]) => [testId, [...byBuild.values()]]));
}

const SEVERITY: Readonly<Record<TestStatus, number>> = { errored: 3, failed: 2, passed: 1, skipped: 0 };

function worse(one: TestOutcomeRecord | undefined, other: TestOutcomeRecord): TestOutcomeRecord {
  if (one === undefined) return other;
  const { status } = SEVERITY[one.status] >= SEVERITY[other.status] ? one : other;
  const durations = [one.durationMs, other.durationMs].filter((each) => each !== null);
  return {
    ...one,
    status,
    hasRetried: one.hasRetried || other.hasRetried,
    durationMs: durations.length === 0 ? null : Math.max(...durations),
  };
}

export const reads = { readRecentOutcomes };
