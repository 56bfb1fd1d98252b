import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSort } from '@slipway/contracts';
import { ANY_VARIANT } from '@slipway/domain';
import { expectBounded, expectOrderedRead, reportTests, testResult } from '@slipway/testing';
import { type ListedTest, NEVER_FAILED, type TestFilter } from '../reads/tests/project-tests.js';
import { planStudio } from './plan-studio.fixture.js';

const TESTS = 20_000;
const COUNT = 21;
/** Every so many tests has failed; every tenth of those is flaky. */
const FAILED_EVERY = 20;
/** Of the suite, after the first one. */
const RUNS = 60;
const SHOWN_RUNS = 20;

const { database, run, explain, reads, make, accountId, project } = await planStudio();
const NO_FILTER: TestFilter = {
  verdict: undefined,
  suite: undefined,
  suiteIds: undefined,
  text: undefined,
  isMuted: undefined,
  ownerUserId: undefined,
};

beforeAll(async () => {
  const buildRunId = Number((await make.buildRun(project)).id);
  const results = Array.from({ length: TESTS }, (_, n) =>
    testResult(`test ${n}`, ['passed'], { path: `Harbor.Quay${n % 50}`, durationMs: n }),
  );
  await reportTests(database, { accountId, projectId: project.id, buildRunId }, results, {
    variant: { ...ANY_VARIANT, platform: 'PS5' },
    startedAt: new Date(0),
  });
  for (let others = 0; others < 4; others += 1) {
    const { id } = await make.project(accountId);
    await run(
      `INSERT INTO tests (account_id, project_id, suite, path, name, digest)
       SELECT account_id, $1, suite, path, name, digest FROM tests WHERE project_id = $2`,
      [id, project.id],
    );
  }
  await run(
    `UPDATE tests SET last_failed_at = to_timestamp(1770000000 + id / 3) WHERE id % ${FAILED_EVERY} = 0 AND project_id = $1`,
    [project.id],
  );
  await run(
    `INSERT INTO test_states (test_id, suite_id, account_id, project_id, state, flake_rate, since, verdict, judged_at)
     SELECT id, (SELECT min(id) FROM test_suites), $1, $2, 'flaky', (id % 7) / 10.0 + 0.01, now(), '{}', now()
     FROM tests WHERE id % ${FAILED_EVERY * 10} = 0 AND project_id = $2`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO test_states (test_id, suite_id, account_id, project_id, state, flake_rate, since, verdict, judged_at)
     SELECT id, (SELECT min(id) FROM test_suites), $1, $2, 'new', 0, now(), '{}', now()
     FROM tests WHERE id % 2 = 1 AND project_id = $2`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO test_mutes (account_id, project_id, test_id, reason, owner_user_id, until)
     SELECT $1, $2, id, 'x', 1, now() - interval '1 day' FROM tests WHERE id % 4 = 1 AND project_id = $2`,
    [accountId, project.id],
  );
  for (let build = 0; build < RUNS; build += 1) {
    const copy = await make.buildRun(project);
    await run(
      `WITH added AS (INSERT INTO test_runs (account_id, project_id, suite_id, build_run_id, started_at)
         SELECT account_id, project_id, suite_id, $1, started_at FROM test_runs ORDER BY id LIMIT 1 RETURNING id)
       INSERT INTO test_results (suite_id, chunk, run_id, outcomes, durations)
       SELECT p.suite_id, p.chunk, added.id, p.outcomes, p.durations FROM added, test_results p
       WHERE p.run_id = (SELECT min(id) FROM test_runs)`,
      [copy.id],
    );
  }
  await run('VACUUM ANALYZE');
}, 120_000);

const positionOf = (sort: TestSort | undefined, { id, rank, lastFailedAt }: ListedTest) => {
  if (rank !== null) return { at: rank, id: String(id) };
  if (sort === 'newest_failure' && lastFailedAt === null) return { at: 0, id: String(id), kind: NEVER_FAILED };
  return { at: lastFailedAt?.getTime() ?? 0, id: String(id) };
};

/** All pages of a list. */
async function listAll(sort: TestSort | undefined, filter: Partial<TestFilter> = {}): Promise<ListedTest[]> {
  const all: ListedTest[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = { count: 1_500, after: last === undefined ? null : positionOf(sort, last) };
    const rows = await reads.listProjectTests(project.id, { ...NO_FILTER, ...filter, sort }, page);
    if (rows.length === 0) return all;
    all.push(...rows);
  }
}

describe(`${TESTS} tests`, () => {
  it.each([undefined, 'newest_failure', 'slowest'] as const)('are listed once each: %s', async (sort) => {
    const ids = (await listAll(sort)).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([TESTS, TESTS]);
  });

  it('are listed by their newest failure, and those that never failed last', async () => {
    const times = (await listAll('newest_failure')).map(({ lastFailedAt }) => lastFailedAt?.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.filter((time) => time > 0)).toHaveLength(TESTS / FAILED_EVERY);
  });

  it('are listed by their flake rate, if they have one, with every filter', async () => {
    const flaky = await listAll('flakiest');
    const rates = flaky.map(({ flakeRate }) => flakeRate);
    expect(rates).toHaveLength(TESTS / FAILED_EVERY / 10);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
    const [first] = flaky;
    const filter = { text: `${first?.name}`.toUpperCase(), verdict: 'flaky', isMuted: false } as const;
    expect((await listAll('flakiest', filter)).map(({ id }) => id)).toContain(first?.id);
    expect(await listAll('flakiest', { suiteIds: [-1] })).toEqual([]);
    expect(await listAll('flakiest', { isMuted: true })).toEqual([]);
  });

  it('are read in the order of an index', async () => {
    const read = (sort: TestSort | undefined, after: Parameters<typeof reads.listProjectTests>[2]['after']) =>
      explain(() => reads.listProjectTests(project.id, { ...NO_FILTER, sort }, { count: COUNT, after }));
    for (const after of [null, { at: 0, id: '9000' }]) {
      const [plan] = await read(undefined, after);
      if (plan === undefined) throw new Error('nothing was explained');
      expectOrderedRead(plan, { index: 'tests_project_id_id_idx', count: COUNT * 4 });
    }
    const [failed] = await read('newest_failure', { at: 1_770_000_900_000, id: '9000' });
    expect(failed?.indexes).toContain('tests_failed_idx');
    if (failed !== undefined) expectBounded(failed, COUNT * 4);
    const [never] = await read('newest_failure', { at: 0, id: '9000', kind: NEVER_FAILED });
    if (never !== undefined) expectBounded(never, COUNT * 4);
  });

  it('are read with what they did in a bounded number of runs', async () => {
    const { rows } = await run(`SELECT id::int FROM tests WHERE id % 400 = 0 ORDER BY id LIMIT 50`);
    const ids = rows.map(({ id }: { readonly id: number }) => id);
    const plans = await explain(() =>
      reads.readRecentOutcomes({ projectId: project.id, ids, suiteIds: undefined, runs: SHOWN_RUNS }),
    );
    // At most as many chunks as tests, and as many runs of each.
    for (const { readRows } of plans) expect(readRows).toBeLessThanOrEqual(ids.length * SHOWN_RUNS * 3);
  });
});
