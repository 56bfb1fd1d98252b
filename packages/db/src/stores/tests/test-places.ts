import {
  packTestIds,
  TEST_DIGEST_BYTES,
  TESTS_PER_CHUNK,
  type TestIdentity,
  testDigest,
  unpackTestIds,
} from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';

/** Where a test is in its suite. */
export interface TestPlace {
  readonly testId: number;
  readonly chunk: number;
  /** Within the chunk. */
  readonly place: number;
}

/** A suite whose row the transaction has locked, so that nobody else adds tests to it. */
export interface LockedSuite {
  readonly id: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly name: string;
  readonly testCount: number;
}

const readChunks = defineQuery({
  name: 'list test chunks',
  columns: pick(columnsOf('TestChunk'), 'number', 'testIds', 'digests'),
  prepared: true,
  examples: [1],
  build: (suiteId: number, select) =>
    sql`SELECT ${select} FROM test_chunks WHERE suite_id = ${suiteId} ORDER BY number`,
});

interface NewTest extends TestIdentity {
  readonly digest: Buffer;
}

interface AddedTests {
  readonly accountId: number;
  readonly projectId: number;
  readonly tests: readonly NewTest[];
}

const addTests = defineQuery({
  name: 'add tests',
  columns: { id: computed('int8', sql`COALESCE(t.same_as_id, t.id)`), digest: columnsOf('Test', 't').digest },
  examples: [{ accountId: 1, projectId: 1, tests: [] }],
  build: (
    { accountId, projectId, tests }: AddedTests,
    select,
  ) => sql`INSERT INTO tests AS t (account_id, project_id, suite, path, name, digest)
    SELECT ${accountId}, ${projectId}, r.suite, r.path, r.name, r.digest
    FROM ${rowsOf(tests, { suite: 'text', path: 'text', name: 'text', digest: 'bytea' })} ORDER BY r.digest
    ON CONFLICT (project_id, digest) DO UPDATE SET digest = EXCLUDED.digest RETURNING ${select}`,
});

interface ChunkRow {
  readonly number: number;
  readonly testIds: Buffer;
  readonly digests: Buffer;
}

interface SavedChunks {
  readonly suiteId: number;
  /** Of the suite, with the new ones. */
  readonly testCount: number;
  readonly chunks: readonly ChunkRow[];
}

const saveChunks = defineQuery({
  name: 'save test chunks',
  columns: {},
  examples: [{ suiteId: 1, testCount: 1, chunks: [] }],
  build: ({
    suiteId,
    testCount,
    chunks,
  }: SavedChunks) => sql`WITH counted AS (UPDATE test_suites SET test_count = ${testCount} WHERE id = ${suiteId})
    INSERT INTO test_chunks (suite_id, number, test_ids, digests)
    SELECT ${suiteId}, r.number, r.test_ids, r.digests
    FROM ${rowsOf(chunks, { number: 'int', testIds: 'bytea', digests: 'bytea' })}
    ON CONFLICT (suite_id, number) DO UPDATE SET test_ids = EXCLUDED.test_ids, digests = EXCLUDED.digests`,
});

interface PlacedTests {
  readonly suiteId: number;
  readonly tests: readonly { readonly testId: number; readonly place: number }[];
}

const savePlaces = defineQuery({
  name: 'save test places',
  columns: {},
  examples: [{ suiteId: 1, tests: [] }],
  build: ({ suiteId, tests }: PlacedTests) => sql`INSERT INTO test_places (test_id, suite_id, place)
    SELECT r.test_id, ${suiteId}, r.place FROM ${rowsOf(tests, { testId: 'bigint', place: 'int' })}`,
});

/** Finds tests of a suite, and gives new ones the next places. The result is in the order of `tests`. */
export async function placeTests(
  tx: Queryable,
  suite: LockedSuite,
  tests: readonly { readonly path: string; readonly name: string }[],
): Promise<TestPlace[]> {
  const known = new Map<string, TestPlace>();
  const chunks = await readChunks.all(tx, suite.id);
  for (const chunk of chunks) readPlaces(chunk, known);
  const keys = tests.map(({ path, name }) => testDigest({ suite: suite.name, path, name }));
  const added = new Map<string, NewTest>();
  for (const [index, key] of keys.entries()) {
    const test = tests[index];
    if (known.has(key) || added.has(key) || test === undefined) continue;
    const digest = Buffer.from(key, 'latin1');
    added.set(key, { suite: suite.name, path: test.path, name: test.name, digest });
  }
  if (added.size > 0) await addPlaces(tx, suite, { added: [...added.values()], chunks, known });
  return keys.map((key) => known.get(key) as TestPlace);
}

type StoredChunk = Awaited<ReturnType<typeof readChunks.all>>[number];

function readPlaces({ number, testIds, digests }: StoredChunk, known: Map<string, TestPlace>): void {
  const all = Buffer.from(digests).toString('latin1');
  for (const [place, testId] of unpackTestIds(testIds).entries()) {
    const key = all.slice(place * TEST_DIGEST_BYTES, (place + 1) * TEST_DIGEST_BYTES);
    known.set(key, { testId, chunk: number, place });
  }
}

interface Adding {
  readonly added: readonly NewTest[];
  readonly chunks: readonly StoredChunk[];
  readonly known: Map<string, TestPlace>;
}

async function addPlaces(tx: Queryable, suite: LockedSuite, { added, chunks, known }: Adding): Promise<void> {
  const { accountId, projectId } = suite;
  const stored = await addTests.all(tx, { accountId, projectId, tests: added });
  const idOf = new Map(stored.map(({ id, digest }) => [Buffer.from(digest).toString('latin1'), id]));
  const placeOf = new Map([...known.values()].map((place) => [place.testId, place]));
  const changed = new Map<number, { testIds: number[]; digests: Buffer[] }>();
  const placed: { testId: number; place: number }[] = [];
  const openChunk = (number: number) => {
    const before = chunks[number];
    const opened = changed.get(number) ?? {
      testIds: before === undefined ? [] : unpackTestIds(before.testIds),
      digests: before === undefined ? [] : [Buffer.from(before.digests)],
    };
    changed.set(number, opened);
    return opened;
  };
  for (const { digest } of added) {
    const key = digest.toString('latin1');
    const testId = idOf.get(key);
    if (testId === undefined) throw new Error('a test was neither found nor added');
    const renamed = placeOf.get(testId);
    if (renamed !== undefined) {
      known.set(key, renamed);
      continue;
    }
    const at = suite.testCount + placed.length;
    const number = Math.floor(at / TESTS_PER_CHUNK);
    const { testIds, digests } = openChunk(number);
    testIds.push(testId);
    digests.push(digest);
    placed.push({ testId, place: at });
    const place = { testId, chunk: number, place: at % TESTS_PER_CHUNK };
    known.set(key, place);
    placeOf.set(testId, place);
  }
  if (placed.length === 0) return;
  const rows = [...changed].map(([number, { testIds, digests }]) => ({
    number,
    testIds: packTestIds(testIds),
    digests: Buffer.concat(digests),
  }));
  await saveChunks.execute(tx, { suiteId: suite.id, testCount: suite.testCount + placed.length, chunks: rows });
  await savePlaces.execute(tx, { suiteId: suite.id, tests: placed });
}
