import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBounded } from '@slipway/testing';
import { planStudio } from './plan-studio.fixture.js';

const BUILDS = 60_000;
/** A fifth of them are as recent as the builds. */
const DEPLOYMENTS = 30_000;
const RECENT_DEPLOYMENTS = DEPLOYMENTS / 5;
const CHANGES = 20_000;
/** 200 a day, and as many in the period before. */
const TEST_RUNS = 36_000;
/** The newest rows that a measurement reads. */
const NEWEST = 10_000;
const DAYS = 90;

const { run, explain, reads, make, accountId, project } = await planStudio();
const other = await make.project(accountId);
const PROJECTS = 2;

const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const ago = (days: number) => new Date(TODAY - days * DAY_MS);
const periods = {
  projectId: project.id,
  since: ago(DAYS / 2),
  dayStarts: Array.from({ length: DAYS + 1 }, (_, index) => ago(DAYS - index)),
  beforeSince: ago(DAYS),
  beforeUntil: ago(DAYS / 2),
};

/** Row n of a table with so many rows: they are spread evenly over the days, newest first. */
const time = (rows: number) => `to_timestamp(${TODAY / 1000} - n * ${(DAYS * 86_400) / rows})`;
const uuid = "('00000000-0000-7000-8000-' || lpad(to_hex($2::int * 1000000 + n), 12, '0'))::uuid";

const tables = {
  changes: [
    CHANGES,
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
       timestamp, created_at, updated_at)
     SELECT $1, $2, $2, (100000 + n)::text, 'CL', 'Changelist', ${time(CHANGES)}, now(), now()`,
  ],
  build_runs: [
    BUILDS,
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, changelist, started_at, finished_at, duration_seconds, created_at, updated_at)
     SELECT $1, $2, $2, 'Job-' || n % 20, 'Job-' || n % 20, n::text,
       (CASE WHEN n % 4 = 0 THEN 'failed' ELSE 'completed' END)::build_status, now(), 'unreal',
       (100000 + n % ${CHANGES})::text, ${time(BUILDS)}, ${time(BUILDS)}, n % 900, ${time(BUILDS)}, now()`,
  ],
  deployments: [
    DEPLOYMENTS,
    `INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at, build_number,
       build_run_id, live_at, created_at, updated_at)
     SELECT ${uuid}, $1, $2, $2, 'steam', (CASE WHEN n % 5 = 0 THEN 'rejected' ELSE 'live' END)::deployment_status,
       ${time(RECENT_DEPLOYMENTS)}, n::text, (SELECT min(id) FROM build_runs WHERE project_id = $2) + n,
       CASE WHEN n % 5 <> 0 THEN ${time(RECENT_DEPLOYMENTS)} END, ${time(RECENT_DEPLOYMENTS)}, ${time(RECENT_DEPLOYMENTS)}`,
  ],
  test_suites: [
    1,
    `INSERT INTO test_suites (account_id, project_id, name, variant_key) SELECT $1, $2, 'PlayMode', '\\x00'::bytea`,
  ],
  test_runs: [
    TEST_RUNS,
    `INSERT INTO test_runs (account_id, project_id, suite_id, build_run_id, started_at, passed, failed, flaky, duration_ms)
     SELECT $1, $2, (SELECT id FROM test_suites WHERE project_id = $2),
       (SELECT min(id) FROM build_runs WHERE project_id = $2) + n, ${time(TEST_RUNS)}, 49990, n % 2, n % 2, 3600000`,
  ],
} as const;

beforeAll(async () => {
  for (const { id } of [project, other])
    for (const [rows, insert] of Object.values(tables))
      await run(`${insert} FROM generate_series(1, ${rows}) AS n`, [accountId, id]);
  await run('VACUUM ANALYZE');
}, 180_000);

// A deployment is read with its build and up to three changes; a failed build with the job's next passing one.
const OF_DEPLOYMENT = 5;
const OF_FAILURE = 2;

describe(`metrics of ${BUILDS} builds and ${DEPLOYMENTS} deployments`, () => {
  it('read at most the newest ten thousand rows; only counts, which need no rows, read more', async () => {
    const plans = await explain(() => reads.readMetrics(project.id, ago(DAYS)));
    expect(plans).toHaveLength(6);
    const measuring = plans.filter(({ text }) => text.includes('percentile_cont'));
    expect(measuring).toHaveLength(3);
    for (const plan of measuring) expectBounded(plan, OF_DEPLOYMENT * NEWEST);
    for (const plan of plans) expect(plan.scannedTables).toEqual([]);
  });

  it('by day read at most the newest ten thousand rows of each kind', async () => {
    const plans = await explain(() => reads.readMetricSeries(periods));
    expect(plans).toHaveLength(4);
    for (const plan of plans)
      expectBounded(plan, plan.text.includes('broken_at') ? OF_FAILURE * NEWEST : OF_DEPLOYMENT * NEWEST);
  });

  it('of tests read the runs of half a year from an index, and list a thousand', async () => {
    const [total, byDay] = await explain(async () => {
      const { runs } = await reads.measureTests({ projectId: project.id, since: ago(DAYS) });
      expect(runs).toBe(TEST_RUNS);
      await reads.measureTestsByDay(periods);
    });
    for (const plan of [total, byDay]) {
      expect(plan?.scannedTables).not.toContain('test_runs');
      expect(plan?.readRows).toBeLessThanOrEqual(TEST_RUNS);
    }
    const startedAt = performance.now();
    await reads.measureTestsByDay(periods);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const [listed] = await explain(() =>
      reads.listMeasuredTestRuns({ projectId: project.id, since: ago(1), until: ago(0) }),
    );
    expect(listed?.scannedTables).not.toContain('test_runs');
    expect(listed?.readRows).toBeLessThanOrEqual(3 * (TEST_RUNS / DAYS));
  });

  it('of jobs read the newest ten thousand builds, and one index range per day of a job', async () => {
    const [jobs, flaky] = await explain(async () => {
      expect(await reads.listMeasurableJobs(periods)).toHaveLength(20);
      await reads.listFlakyJobs(periods);
    });
    for (const plan of [jobs, flaky]) {
      expect(plan?.scannedTables).not.toContain('build_runs');
      expect(plan?.readRows).toBeLessThanOrEqual(NEWEST + PROJECTS);
    }
    const job = { job: 'Job-1', keys: ['Job-1'] };
    const [measured] = await explain(async () => {
      const spans = await reads.measureJob(periods, job);
      const built = spans.filter(({ day }) => day === null).map(({ builds }) => builds);
      expect(built.reduce((sum, count) => sum + count, 0)).toBe(BUILDS / 20);
    });
    if (measured === undefined) throw new Error('nothing was measured');
    expect(measured.indexes).toEqual(['build_runs_last_passing_idx']);
    expectBounded(measured, BUILDS / 20);
  });
});
