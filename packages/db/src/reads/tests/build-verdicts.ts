import type { TestVerdict } from '@slipway/contracts';
import type { Verdict } from '@slipway/domain';
import { columnsOf, computed, narrowed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const state = columnsOf('TestState', 't');

export interface RunsOfProject {
  readonly projectId: number;
  readonly runIds: readonly number[];
}

export interface BuildOfProject {
  readonly projectId: number;
  readonly buildRunId: number;
}

export interface TestsOfRuns extends RunsOfProject {
  readonly testIds: readonly number[];
}

const statesOfRuns = defineQuery({
  name: 'list test states of runs',
  columns: { runId: columnsOf('TestRun', 'r').id, ...pick(state, 'testId', 'state') },
  examples: [{ projectId: 1, runIds: [1], testIds: [1] }],
  build: ({ projectId, runIds, testIds }: TestsOfRuns, select) => sql`SELECT ${select}
    FROM test_runs r JOIN test_states t ON t.suite_id = r.suite_id AND t.test_id = ANY(${testIds}::bigint[])
    WHERE r.id = ANY(${runIds}::bigint[]) AND r.project_id = ${projectId}`,
});

/** The verdicts of tests on the variants of runs, by run and test. Tests without one pass. */
export async function readVerdictsOfRuns(
  { pool }: DatabaseHandle,
  request: TestsOfRuns,
): Promise<ReadonlyMap<string, TestVerdict>> {
  const states = request.testIds.length === 0 ? [] : await statesOfRuns.all(pool, request);
  return new Map(states.map(({ runId, testId, state: verdict }) => [`${runId} ${testId}`, verdict]));
}

const verdictsOfTests = defineQuery({
  name: 'list verdicts of tests',
  columns: {
    ...pick(state, 'testId', 'suiteId'),
    verdict: narrowed<Verdict>(state.verdict),
    isOnly: computed(
      'bool',
      sql`NOT EXISTS (SELECT FROM test_places p WHERE p.test_id = t.test_id AND p.suite_id <> t.suite_id)`,
    ),
  },
  examples: [{ projectId: 1, ids: [1] }],
  build: ({ projectId, ids }: { readonly projectId: number; readonly ids: readonly number[] }, select) =>
    sql`SELECT ${select} FROM test_states t WHERE t.test_id = ANY(${ids}::bigint[]) AND t.project_id = ${projectId}`,
});

const build = columnsOf('BuildRun', 'b');
const gateRule = defineQuery({
  name: 'find test gate of project',
  columns: pick(columnsOf('Project', 'o'), 'maxFlakyFailures', 'unmutedBranches'),
  examples: [1],
  build: (projectId: number, select) => sql`SELECT ${select} FROM projects o WHERE o.id = ${projectId}`,
});

const gateRules = defineQuery({
  name: 'find what the test gate requires',
  columns: {
    expectedSuites: narrowed<readonly string[]>(build.expectedSuites),
    finishedAt: build.finishedAt,
    maxFlakyFailures: columnsOf('Project', 'o').maxFlakyFailures,
  },
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: BuildOfProject, select) => sql`SELECT ${select}
    FROM build_runs b JOIN projects o ON o.id = b.project_id
    WHERE b.id = ${buildRunId} AND b.project_id = ${projectId}`,
});

export const reads = {
  readVerdictsOfRuns,
  listVerdictsOfTests: verdictsOfTests.list,
  findGateRule: gateRule.find,
  findGateRules: gateRules.find,
};
