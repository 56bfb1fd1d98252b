/**
 * Results of tests: how fast a report of 50,000 tests is stored and how much space a result takes, compared with a row per
 * result, whether reading stays as fast over a thousand runs, and the memory of a worker that reads such a report.
 */
import { apiReads, applyTestRun, openDatabase } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';
import { figure } from '../harness/figures.mjs';
import { percentile } from '../harness/senders.mjs';
import { measureReportMemory } from './report-memory.mjs';

const TESTS = 50_000;
const RUNS = 6;
const HISTORY_TESTS = 1_000;
const HISTORY_RUNS = 1_000;
const READS = 60;
/** One of so many tests fails. */
const FAILS = 500;

const failure = {
  kind: 'failure',
  message: 'Expected 3, got 4',
  details: 'at Quay.cpp:12\n'.repeat(10),
  output: '',
  file: 'Quay.cpp',
  line: 12,
  fingerprint: 'f'.repeat(16),
};

function resultsOf(count, run) {
  return Array.from({ length: count }, (_, index) => {
    const hasFailed = (index * 7 + run) % FAILS === 0;
    const attempt = { outcome: hasFailed ? 'failed' : 'passed', durationMs: 1 + ((index * 31 + run) % 2_000) };
    return {
      path: `Harbor.Quay.Suite${index % 400}`,
      name: `keeps its lanterns lit, part ${index}`,
      attempts: [hasFailed ? { ...attempt, failure } : attempt],
    };
  });
}

async function addBuilds(pool, { accountId, projectId, integrationId }, count) {
  const { rows } = await pool.query(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, commit_hash)
     SELECT $1, $2, $3, 'tests', 'Tests', gen_random_uuid(), 'completed', now(), 'unreal', md5(n::text)
     FROM generate_series(1, $4::int) n RETURNING id`,
    [accountId, projectId, integrationId, count],
  );
  return rows.map(({ id }) => Number(id));
}

const sizeOf = async (pool, ...tables) => {
  const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
  return Number((await pool.query(`SELECT ${sizes} AS bytes`)).rows[0].bytes);
};

/** Stores reports one after the other, and returns the results per second. */
async function rateOf(builds, store) {
  const startedAt = performance.now();
  for (const [run, build] of builds.entries()) await store(build, run);
  return (builds.length * TESTS * 1_000) / (performance.now() - startedAt);
}

/** A row per result, as the textbook has it. */
async function storeRows(pool, build, results) {
  await pool.query(`INSERT INTO bench_results SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[])`, [
    build,
    results.map(({ path, name }) => `${path}.${name}`),
    results.map(({ attempts }) => attempts[0].outcome),
    results.map(({ attempts }) => attempts[0].durationMs),
  ]);
}

async function median(read) {
  const times = [];
  for (let number = 0; number < READS; number += 1) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
  return percentile(times.slice(READS / 6), 0.5);
}

export async function run({ stage, say }) {
  const [{ pool, demo, env }] = stage.trees;
  const memory = await measureReportMemory({ stage });
  say(`memory: ${Math.round(memory.one)} MB for one report, ${Math.round(memory.several)} MB for several`);
  const database = openDatabase({ url: env.DATABASE_URL, name: 'bench', poolSize: 2, statementTimeoutMs: 60_000 });
  const projectId = demo.projects.main;
  const { rows } = await pool.query('SELECT account_id FROM projects WHERE id = $1', [projectId]);
  const scope = { accountId: rows[0].account_id, projectId, integrationId: demo.integrations.jenkins.id };
  const store = (suite, buildRunId, results) =>
    database.transaction((tx) =>
      applyTestRun(tx, { ...scope, buildRunId, suite, variant: ANY_VARIANT, startedAt: new Date(), results }),
    );
  try {
    await pool.query(`CREATE TABLE bench_results (build_id bigint, test text, outcome text, duration_ms int,
      PRIMARY KEY (build_id, test))`);
    await pool.query('CREATE INDEX ON bench_results (test, build_id DESC)');
    const [first, ...builds] = await addBuilds(pool, scope, RUNS + 1);
    await store('Large', first, resultsOf(TESTS, 0));
    const before = await sizeOf(pool, 'test_results', 'test_failures', 'test_runs');
    const packed = await rateOf(builds, (build, number) => store('Large', build, resultsOf(TESTS, number)));
    const packedBytes = (await sizeOf(pool, 'test_results', 'test_failures', 'test_runs')) - before;
    const plain = await rateOf(builds, (build, number) => storeRows(pool, build, resultsOf(TESTS, number)));
    const plainBytes = await sizeOf(pool, 'bench_results');
    const stored = builds.length * TESTS;
    say(`stored: ${Math.round(packed)} results/s, a row each ${Math.round(plain)}/s`);
    say(
      `space: ${(packedBytes / stored).toFixed(1)} bytes per result, a row each ${(plainBytes / stored).toFixed(0)}`,
    );

    const history = await addBuilds(pool, scope, HISTORY_RUNS);
    for (const [number, build] of history.entries()) await store('Long', build, resultsOf(HISTORY_TESTS, number));
    await pool.query('VACUUM ANALYZE');
    const reads = apiReads(database);
    const [{ id: testId }] = (
      await pool.query(`SELECT id::int FROM tests WHERE project_id = $1 AND suite = 'Long' LIMIT 1`, [projectId])
    ).rows;
    const [place] = await reads.listTestVariants({ projectId, testId });
    const hundred = await median(() => reads.listTestHistory({ ...place, count: 100 }));
    const thousand = await median(() => reads.listTestHistory({ ...place, count: 1_000 }));
    const [{ id: runId }] = await reads.listTestRunsOfBuild({ projectId, buildRunId: first });
    const failed = new Set(['failed']);
    const page = await median(() =>
      reads.listTestsOfRun({ projectId, runId, outcomes: failed, offset: 0, count: 50 }),
    );
    say(`history: ${hundred.toFixed(1)} ms for 100 runs, ${thousand.toFixed(1)} ms for 1,000`);
    const now = (value) => ({ samples: { now: [value] } });
    return [
      figure('test results stored, to a row per result', { better: 'higher', aim: 1, ...now(packed / plain) }),
      figure('space of a test result, to a row per result', {
        better: 'lower',
        aim: 0.1,
        ...now(packedBytes / plainBytes),
      }),
      figure('test results stored per second', { better: 'higher', unit: '/s', ...now(packed) }),
      figure('history of a test over 1,000 runs, p50', { better: 'lower', aim: 50, unit: 'ms', ...now(thousand) }),
      figure('failed tests of a build with 50,000, p50', { better: 'lower', aim: 50, unit: 'ms', ...now(page) }),
      figure('memory of a worker that reads 50,000 tests', {
        better: 'lower',
        aim: 400,
        unit: 'MB',
        ...now(memory.one),
      }),
      figure('memory of a worker that has read four such reports', {
        better: 'lower',
        unit: 'MB',
        ...now(memory.several),
      }),
    ];
  } finally {
    await database.close();
  }
}
