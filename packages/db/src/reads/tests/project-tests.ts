import type { TestStatus, TestVerdict } from '@slipway/contracts';
import { statusOfTest, TESTS_PER_CHUNK, type TestVariant, unpackResult, type Verdict } from '@slipway/domain';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { type ProjectPage, pageReader } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { empty, type Sql, sql } from '../../sql.js';

const columns = {
  ...pick(columnsOf('Test', 't'), 'id', 'suite', 'path', 'name'),
  verdict: computed('text', sql`COALESCE(v.state::text, 'passing')`),
  flakeRate: computed('float8', sql`COALESCE(v.flake_rate, 0)`),
  ownerUserId: nullable(computed('int4', sql`m.owner_user_id`)),
  mutedUntil: nullable(computed('timestamptz', sql`m.until`)),
  muteReason: nullable(computed('text', sql`m.reason`)),
};

/** A test with the most important verdict of its variants. */
export interface ProjectTestRecord extends Omit<RowOf<typeof columns>, 'verdict'> {
  readonly verdict: TestVerdict;
}

const withStates = sql`LEFT JOIN LATERAL (SELECT s.state, max(s.flake_rate) OVER () AS flake_rate
    FROM test_states s WHERE s.test_id = t.id ORDER BY s.state LIMIT 1) v ON true
  LEFT JOIN LATERAL (SELECT m.owner_user_id, m.until, m.reason FROM test_mutes m
    WHERE m.test_id = t.id AND m.ended_at IS NULL AND m.until > now() ORDER BY m.id DESC LIMIT 1) m ON true`;

export interface TestFilter {
  readonly verdict: TestVerdict | undefined;
  readonly muted?: boolean | undefined;
  readonly suite: string | undefined;
  /** In the path or name, in any case. */
  readonly text: string | undefined;
}

type TestPage = ProjectPage<TestFilter>;
const EXAMPLE: TestPage = {
  projectId: 1,
  verdict: 'flaky',
  muted: true,
  suite: '',
  text: '',
  count: 1,
  after: { at: 0, id: '1' },
};

/** The index of states finds the few tests with a verdict. */
function hasVerdict(projectId: number, verdict: TestVerdict): Sql {
  if (verdict === 'passing') return sql`NOT EXISTS (SELECT FROM test_states s WHERE s.test_id = t.id)`;
  return sql`t.id IN (SELECT s.test_id FROM test_states s
      WHERE s.project_id = ${projectId} AND s.state = ${verdict}::test_verdict)
    AND (SELECT min(s.state) FROM test_states s WHERE s.test_id = t.id) = ${verdict}::test_verdict`;
}

function isMuted(projectId: number, muted: boolean): Sql {
  return sql`${muted ? empty : sql`NOT`} EXISTS (SELECT FROM test_mutes m WHERE m.test_id = t.id
    AND m.project_id = ${projectId} AND m.ended_at IS NULL AND m.until > now())`;
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const testPage = defineQuery({
  name: 'list tests of project',
  columns,
  examples: [
    EXAMPLE,
    { ...EXAMPLE, verdict: 'passing', suite: undefined, text: undefined, after: null },
    { ...EXAMPLE, verdict: undefined, muted: false },
  ],
  build: ({ projectId, verdict, muted, suite, text, count, after }: TestPage, select) => sql`SELECT ${select}
    FROM (SELECT t.id, t.suite, t.path, t.name FROM tests t WHERE t.project_id = ${projectId}
        ${when(verdict, (value) => hasVerdict(projectId, value))}
        ${when(muted, (value) => isMuted(projectId, value))}
        ${when(suite, (value) => sql`t.suite = ${value}`)}
        ${when(text, (value) => sql`(t.path || '.' || t.name) ILIKE ${contains(value)}`)}
        ${after === null ? empty : sql`AND t.id > ${after.id}::bigint`}
      ORDER BY t.id LIMIT ${count}) t ${withStates} ORDER BY t.id`,
});

const oneTest = defineQuery({
  name: 'find test',
  columns,
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: { readonly projectId: number; readonly testId: number }, select) =>
    sql`SELECT ${select} FROM (SELECT * FROM tests WHERE id = ${testId} AND project_id = ${projectId}) t ${withStates}`,
});

/** Of these, the newest in which a test ran is its last run. A test that misses more of them has no last status. */
const RECENT_RUNS = 10;

const recentResults = defineQuery({
  name: 'list recent results of tests',
  columns: {
    testId: computed('int8', sql`l.test_id`),
    place: computed('int4', sql`l.place % ${TESTS_PER_CHUNK}::int`),
    runId: computed('int8', sql`p.run_id`),
    ...pick(columnsOf('TestResults', 'p'), 'outcomes', 'durations'),
    startedAt: columnsOf('TestRun', 'r').startedAt,
  },
  examples: [{ projectId: 1, ids: [1] }],
  build: ({ projectId, ids }: { readonly projectId: number; readonly ids: readonly number[] }, select) =>
    sql`SELECT ${select} FROM test_places l
      CROSS JOIN LATERAL (SELECT p.run_id, p.outcomes, p.durations FROM test_results p
        WHERE p.suite_id = l.suite_id AND p.chunk = l.place / ${TESTS_PER_CHUNK}::int
        ORDER BY p.run_id DESC LIMIT ${RECENT_RUNS}) p
      JOIN test_runs r ON r.id = p.run_id AND r.project_id = ${projectId}
      WHERE l.test_id = ANY(${ids}::bigint[]) ORDER BY r.started_at DESC, r.id DESC`,
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

export interface LastResult {
  readonly status: TestStatus;
  readonly at: Date;
}

/** How tests ended when they last ran, in any variant. */
async function readLastResults(
  { pool }: DatabaseHandle,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LastResult>> {
  if (ids.length === 0) return new Map();
  const last = new Map<number, { runId: number; outcome: Parameters<typeof statusOfTest>[0]; at: Date }>();
  for (const { testId, place, runId, startedAt, ...packed } of await recentResults.all(pool, { projectId, ids })) {
    const { outcome } = unpackResult(packed, place);
    if (outcome !== 'absent' && !last.has(testId)) last.set(testId, { runId, outcome, at: startedAt });
  }
  const runIds = [...new Set([...last.values()].map(({ runId }) => runId))];
  const kindOf = new Map<string, string>();
  for (const { runId, testId, kind } of await kinds.all(pool, { runIds, testIds: ids }))
    kindOf.set(`${runId} ${testId}`, kind);
  return new Map(
    [...last].flatMap(([testId, { runId, outcome, at }]): [number, LastResult][] => {
      const status = statusOfTest(outcome, kindOf.get(`${runId} ${testId}`));
      return status === null ? [] : [[testId, { status, at }]];
    }),
  );
}

const state = columnsOf('TestState', 's');
const statesOfTest = defineQuery({
  name: 'list states of a test',
  columns: {
    ...pick(state, 'suiteId', 'state', 'flakeRate', 'since'),
    verdict: narrowed<Verdict>(state.verdict),
  },
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: { readonly projectId: number; readonly testId: number }, select) =>
    sql`SELECT ${select} FROM test_states s WHERE s.test_id = ${testId} AND s.project_id = ${projectId}`,
});

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
    reportedAt: columnsOf('TestFailure', 'f').createdAt,
    runId: columnsOf('TestRun', 'r').id,
    buildRunId: columnsOf('TestRun', 'r').buildRunId,
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<TestVariant['tags']>(suite.tags),
  },
  examples: [{ projectId: 1, testId: 1, count: 1 }],
  build: (
    { projectId, testId, count }: { readonly projectId: number; readonly testId: number; readonly count: number },
    select,
  ) => sql`SELECT ${select} FROM test_failures f JOIN test_runs r ON r.id = f.run_id
    JOIN test_suites q ON q.id = f.suite_id
    WHERE f.test_id = ${testId} AND r.project_id = ${projectId} ORDER BY f.id DESC LIMIT ${count}`,
});

const failureKinds = defineQuery({
  name: 'list kinds of failures of a test',
  columns: pick(columnsOf('TestFailure', 'f'), 'runId', 'kind'),
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: { readonly projectId: number; readonly testId: number }, select) =>
    sql`SELECT DISTINCT ON (f.run_id) ${select} FROM test_failures f JOIN test_runs r ON r.id = f.run_id
      WHERE f.test_id = ${testId} AND r.project_id = ${projectId} ORDER BY f.run_id DESC, f.attempt DESC LIMIT 1000`,
});

async function findProjectTest({ pool }: DatabaseHandle, projectId: number, testId: number) {
  return (await oneTest.first(pool, { projectId, testId })) as ProjectTestRecord | null;
}

const readPage = pageReader(testPage);

export const reads = {
  listProjectTests: (...request: Parameters<typeof readPage>) =>
    readPage(...request) as Promise<ProjectTestRecord[]>,
  findProjectTest,
  readLastResults,
  listStatesOfTest: statesOfTest.list,
  listFailuresOfTest: failuresOfTest.list,
  listFailureKinds: failureKinds.list,
};
