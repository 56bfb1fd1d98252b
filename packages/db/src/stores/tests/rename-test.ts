import {
  NO_TEST,
  type PackedChunk,
  packResults,
  packTestIds,
  TEST_DIGEST_BYTES,
  TESTS_PER_CHUNK,
  unpackResult,
  unpackTestIds,
} from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { renameTestProblem } from '../problems/test-problems.js';

/** A test and the new one that has its code under another name. */
export interface Renaming {
  readonly projectId: number;
  readonly testId: number;
  readonly newTestId: number;
}

const EXAMPLE: Renaming = { projectId: 1, testId: 1, newTestId: 2 };

/** Reports lock the suite before they look for its tests. */
const lockSuites = defineQuery({
  name: 'lock suites of tests',
  columns: pick(columnsOf('TestSuite', 's'), 'id'),
  examples: [EXAMPLE],
  build: ({ testId, newTestId }: Renaming, select) => sql`SELECT ${select} FROM test_suites s
    WHERE s.id IN (SELECT p.suite_id FROM test_places p WHERE p.test_id IN (${testId}, ${newTestId}))
    ORDER BY s.id FOR UPDATE`,
});

const lockTests = defineQuery({
  name: 'lock tests to rename',
  columns: pick(columnsOf('Test', 't'), 'id', 'suite'),
  examples: [EXAMPLE],
  build: ({ projectId, testId, newTestId }: Renaming, select) => sql`SELECT ${select} FROM tests t
    WHERE t.project_id = ${projectId} AND t.id IN (${testId}, ${newTestId}) AND t.same_as_id IS NULL
    ORDER BY t.id FOR UPDATE`,
});

const placesOfTests = defineQuery({
  name: 'list places of tests to rename',
  columns: {
    ...pick(columnsOf('TestPlace', 'p'), 'testId', 'suiteId', 'place'),
    chunk: computed('int4', sql`p.place / ${TESTS_PER_CHUNK}::int`),
  },
  examples: [EXAMPLE],
  build: ({ testId, newTestId }: Renaming, select) =>
    sql`SELECT ${select} FROM test_places p WHERE p.test_id IN (${testId}, ${newTestId}) ORDER BY p.suite_id`,
});

type Place = Awaited<ReturnType<typeof placesOfTests.all>>[number];

interface ChunksOfSuite {
  readonly suiteId: number;
  readonly chunks: readonly number[];
}

const storedResults = defineQuery({
  name: 'list results of chunks',
  columns: pick(columnsOf('TestResults', 'p'), 'chunk', 'runId', 'outcomes', 'durations'),
  examples: [{ suiteId: 1, chunks: [0] }],
  build: ({ suiteId, chunks }: ChunksOfSuite, select) => sql`SELECT ${select} FROM test_results p
    WHERE p.suite_id = ${suiteId} AND p.chunk = ANY(${chunks}::int[]) ORDER BY p.run_id`,
});

interface ResultsRow extends PackedChunk {
  readonly chunk: number;
  readonly runId: number;
}

const saveResults = defineQuery({
  name: 'save results of renamed test',
  columns: {},
  examples: [{ suiteId: 1, rows: [] }],
  build: ({ suiteId, rows }: { readonly suiteId: number; readonly rows: readonly ResultsRow[] }) =>
    sql`INSERT INTO test_results (suite_id, chunk, run_id, outcomes, durations)
      SELECT ${suiteId}, r.chunk, r.run_id, r.outcomes, r.durations
      FROM ${rowsOf(rows, { chunk: 'int', runId: 'bigint', outcomes: 'bytea', durations: 'bytea' })}
      ON CONFLICT (suite_id, chunk, run_id) DO UPDATE SET outcomes = EXCLUDED.outcomes, durations = EXCLUDED.durations`,
});

const chunkOf = defineQuery({
  name: 'find test chunk',
  columns: pick(columnsOf('TestChunk', 'c'), 'testIds', 'digests'),
  examples: [{ suiteId: 1, number: 0 }],
  build: ({ suiteId, number }: { readonly suiteId: number; readonly number: number }, select) =>
    sql`SELECT ${select} FROM test_chunks c WHERE c.suite_id = ${suiteId} AND c.number = ${number}`,
});

interface ChangedChunk {
  readonly suiteId: number;
  readonly number: number;
  readonly testIds: Buffer;
  readonly digests: Buffer;
}

const NOTHING = Buffer.alloc(0);

const saveChunk = defineQuery({
  name: 'save test chunk',
  columns: {},
  examples: [{ suiteId: 1, number: 0, testIds: NOTHING, digests: NOTHING }],
  build: ({ suiteId, number, testIds, digests }: ChangedChunk) =>
    sql`UPDATE test_chunks SET test_ids = ${testIds}, digests = ${digests}
      WHERE suite_id = ${suiteId} AND number = ${number}`,
});

const deletePlace = defineQuery({
  name: 'delete test place',
  columns: {},
  examples: [{ testId: 1, suiteId: 1 }],
  build: ({ testId, suiteId }: Pick<Place, 'testId' | 'suiteId'>) =>
    sql`DELETE FROM test_places WHERE test_id = ${testId} AND suite_id = ${suiteId}`,
});

const movePlace = defineQuery({
  name: 'move test place',
  columns: {},
  examples: [{ testId: 1, suiteId: 1, to: 2 }],
  build: ({ testId, suiteId, to }: Pick<Place, 'testId' | 'suiteId'> & { readonly to: number }) =>
    sql`UPDATE test_places SET test_id = ${to} WHERE test_id = ${testId} AND suite_id = ${suiteId}`,
});

const moveRest = [
  defineQuery({
    name: 'move failures of renamed test',
    columns: {},
    examples: [EXAMPLE],
    build: ({ testId, newTestId }: Renaming) =>
      sql`UPDATE test_failures SET test_id = ${testId} WHERE test_id = ${newTestId}`,
  }),
  defineQuery({
    name: 'delete states of renamed test',
    columns: {},
    examples: [EXAMPLE],
    build: ({ newTestId }: Renaming) => sql`DELETE FROM test_states WHERE test_id = ${newTestId}`,
  }),
  defineQuery({
    name: 'end mutes of renamed test',
    columns: {},
    examples: [EXAMPLE],
    build: ({ newTestId }: Renaming) =>
      sql`UPDATE test_mutes SET ended_at = now() WHERE test_id = ${newTestId} AND ended_at IS NULL`,
  }),
  defineQuery({
    name: 'rename test',
    columns: {},
    examples: [EXAMPLE],
    build: ({ testId, newTestId }: Renaming) => sql`UPDATE tests t
      SET path = o.path, name = o.name, last_failed_at = GREATEST(t.last_failed_at, o.last_failed_at),
        same_as_id = CASE WHEN t.id = ${newTestId} THEN ${testId}::bigint END
      FROM tests o WHERE t.id IN (${testId}, ${newTestId}) AND o.id IN (${testId}, ${newTestId}) AND o.id <> t.id`,
  }),
  defineQuery({
    name: 'keep earlier names of renamed test',
    columns: {},
    examples: [EXAMPLE],
    build: ({ testId, newTestId }: Renaming) =>
      sql`UPDATE tests SET same_as_id = ${testId} WHERE same_as_id = ${newTestId}`,
  }),
  defineQuery({
    name: 'judge renamed test',
    columns: {},
    examples: [EXAMPLE],
    build: ({ testId }: Renaming) => sql`UPDATE test_runs SET judge_after = now()
      WHERE id IN (SELECT (SELECT max(r.id) FROM test_runs r WHERE r.suite_id = p.suite_id)
        FROM test_places p WHERE p.test_id = ${testId})`,
  }),
];

/**
 * Makes a new test another name of one that ran before, in the caller's transaction: its results become part of that
 * test's history, and reports with either name count for it. Two tests that ran together are two tests.
 */
export async function renameTest(
  tx: Queryable,
  renaming: Renaming,
): Promise<'renamed' | 'unknown' | 'other_suite' | 'ran_together'> {
  await lockSuites.all(tx, renaming);
  const tests = await lockTests.all(tx, renaming);
  if (tests.length < 2) return 'unknown';
  if (tests[0]?.suite !== tests[1]?.suite) return 'other_suite';
  const { testId, newTestId } = renaming;
  const places = await placesOfTests.all(tx, renaming);
  const oldPlaceOf = new Map(
    places.filter((place) => place.testId === testId).map((each) => [each.suiteId, each]),
  );
  const moves: Move[] = [];
  for (const from of places.filter((place) => place.testId === newTestId)) {
    const to = oldPlaceOf.get(from.suiteId);
    const rows = to === undefined ? [] : await moveResults(tx, from, to);
    if (rows === null) return 'ran_together';
    moves.push({ from, to, rows });
  }
  for (const move of moves) await applyMove(tx, renaming, move);
  for (const statement of moveRest) await statement.execute(tx, renaming);
  await renameTestProblem(tx, renaming);
  return 'renamed';
}

interface Move {
  readonly from: Place;
  /** Undefined if the test has not run on this variant under its old name. */
  readonly to: Place | undefined;
  readonly rows: readonly ResultsRow[];
}

async function applyMove(tx: Queryable, { testId, newTestId }: Renaming, { from, to, rows }: Move): Promise<void> {
  const { suiteId } = from;
  if (rows.length > 0) await saveResults.execute(tx, { suiteId, rows });
  await changeChunk(tx, from, to === undefined ? testId : NO_TEST);
  if (to === undefined) await movePlace.execute(tx, { testId: newTestId, suiteId, to: testId });
  else await deletePlace.execute(tx, { testId: newTestId, suiteId });
}

const ABSENT = { outcome: 'absent', durationMs: null } as const;
const within = ({ place }: Place) => place % TESTS_PER_CHUNK;

/** The changed results of both chunks; null if both tests were in one run. */
async function moveResults(tx: Queryable, from: Place, to: Place): Promise<ResultsRow[] | null> {
  const stored = await storedResults.all(tx, { suiteId: from.suiteId, chunks: [from.chunk, to.chunk] });
  const rowOf = new Map<string, ResultsRow>(stored.map((row) => [`${row.runId} ${row.chunk}`, row]));
  const changed = new Map<string, ResultsRow>();
  for (const row of stored.filter(({ chunk }) => chunk === from.chunk)) {
    const { runId } = row;
    const result = unpackResult(row, within(from));
    if (result.outcome === 'absent') continue;
    const key = `${runId} ${to.chunk}`;
    const before = rowOf.get(key);
    if (before !== undefined && unpackResult(before, within(to)).outcome !== 'absent') return null;
    const moved = packResults(new Map([[within(to), result]]), before);
    rowOf.set(key, { chunk: to.chunk, runId, ...moved });
    const source = rowOf.get(`${runId} ${from.chunk}`);
    const left = packResults(new Map([[within(from), ABSENT]]), source);
    rowOf.set(`${runId} ${from.chunk}`, { chunk: from.chunk, runId, ...left });
    for (const each of [key, `${runId} ${from.chunk}`]) {
      const latest = rowOf.get(each);
      if (latest !== undefined) changed.set(each, latest);
    }
  }
  return [...changed.values()];
}

/** Gives the place of the new test to the old one, or to none: then its name is looked up among the tests. */
async function changeChunk(tx: Queryable, from: Place, testId: number): Promise<void> {
  const { suiteId, chunk: number } = from;
  const chunk = await chunkOf.first(tx, { suiteId, number });
  if (chunk === null) throw new Error('the chunk of a test is gone');
  const testIds = unpackTestIds(chunk.testIds);
  testIds[within(from)] = testId;
  const digests = Buffer.from(chunk.digests);
  if (testId === NO_TEST)
    digests.fill(0, within(from) * TEST_DIGEST_BYTES, (within(from) + 1) * TEST_DIGEST_BYTES);
  await saveChunk.execute(tx, { suiteId, number, testIds: packTestIds(testIds), digests });
}
