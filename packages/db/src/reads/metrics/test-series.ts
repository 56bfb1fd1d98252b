import type { TestVariant } from '@slipway/domain';
import { columnsOf, computed, narrowed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { type Sql, sql } from '../../sql.js';
import {
  bySpan,
  type ComparedPeriods,
  EXAMPLE,
  isCompared,
  MAX_LISTED,
  type Period,
  spanColumns,
  spanOf,
} from './period.js';

/** More than 200 runs a day for 180 days. Each is one short row, whatever the number of its tests. */
const NEWEST_RUNS = 50_000;

/** The newest runs of suites since a time, without those that the infrastructure made fail. */
const testRuns = ({ projectId, since }: Period) => sql`(
    SELECT passed, failed, retried, flaky, duration_ms, started_at FROM test_runs
    WHERE project_id = ${projectId} AND started_at >= ${since}::timestamptz AND NOT is_infrastructure
    ORDER BY started_at DESC LIMIT ${NEWEST_RUNS})`;

const sum = (column: Sql) => computed('int8', sql`COALESCE(sum(${column}), 0)::bigint`);
const lostMs = sql`CASE WHEN failed > 0 AND failed = flaky THEN COALESCE(duration_ms, 0) ELSE 0 END`;

const measures = {
  runs: computed('int8', sql`count(*)`),
  passed: sum(sql`passed`),
  failed: sum(sql`failed`),
  retried: sum(sql`retried`),
  flaky: sum(sql`flaky`),
  lostSeconds: computed('float8', sql`COALESCE(sum(${lostMs}), 0)::float8 / 1000`),
};

/** What the tests of a period did. */
export interface TestMeasuresRecord extends RowOf<typeof measures> {}

const ofPeriod = defineQuery({
  name: 'measure tests',
  columns: measures,
  examples: [EXAMPLE],
  build: (period: Period, select) => sql`SELECT ${select} FROM ${testRuns(period)} r`,
});

const spanMeasures = { ...spanColumns, ...measures };

/** What the tests of a period or a day did. */
export interface TestSpanRecord extends RowOf<typeof spanMeasures> {}

const byDay = defineQuery({
  name: 'measure tests by day',
  columns: spanMeasures,
  examples: [EXAMPLE],
  build: (periods: ComparedPeriods, select) => sql`SELECT ${select}
    FROM (SELECT r.*, ${spanOf(sql`started_at`, periods)}
      FROM ${testRuns({ projectId: periods.projectId, since: periods.beforeSince })} r
      WHERE ${isCompared(sql`started_at`, periods)}) compared ${bySpan} ORDER BY 2`,
});

const run = columnsOf('TestRun', 'r');
const suite = columnsOf('TestSuite', 's');
const build = columnsOf('BuildRun', 'b');

export interface ListedRuns extends Period {
  /** Null for no end. */
  readonly until: Date | null;
}

const measuredRuns = defineQuery({
  name: 'list measured test runs',
  columns: {
    ...pick(run, 'buildRunId', 'passed', 'failed', 'retried', 'flaky'),
    at: run.startedAt,
    lostSeconds: computed('float8', sql`(${lostMs})::float8 / 1000`),
    suite: suite.name,
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<TestVariant['tags']>(suite.tags),
    ...pick(build, 'jobName', 'buildNumber'),
  },
  examples: [
    { projectId: 1, since: new Date(0), until: null },
    { projectId: 1, since: new Date(0), until: new Date(0) },
  ],
  build: ({ projectId, since, until }: ListedRuns, select) => sql`SELECT ${select}
    FROM (SELECT * FROM test_runs WHERE project_id = ${projectId} AND started_at >= ${since}::timestamptz
        ${when(until ?? undefined, (end) => sql`started_at < ${end}::timestamptz`)}
        AND NOT is_infrastructure AND failed + retried > 0 ORDER BY started_at DESC LIMIT ${MAX_LISTED}) r
    JOIN test_suites s ON s.id = r.suite_id JOIN build_runs b ON b.id = r.build_run_id
    ORDER BY r.started_at DESC, r.id DESC`,
});

const NONE: TestMeasuresRecord = { runs: 0, passed: 0, failed: 0, retried: 0, flaky: 0, lostSeconds: 0 };

async function measureTests({ pool }: DatabaseHandle, period: Period): Promise<TestMeasuresRecord> {
  return (await ofPeriod.first(pool, period)) ?? NONE;
}

export const reads = {
  measureTests,
  measureTestsByDay: byDay.list,
  listMeasuredTestRuns: measuredRuns.list,
};
