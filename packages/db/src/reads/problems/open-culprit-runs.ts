import { ATTEMPTS_OF, type OpenRun } from '@slipway/domain';
import { PASSED } from '../../build-status.js';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { reads as testReads } from '../tests/test-history.js';

const run = columnsOf('CulpritRun', 'r');
const build = columnsOf('BuildRun', 'b');

/** A diagnosis that is not finished yet, or of a log whose end is still to come, may still find the problem. */
const shows = sql`CASE WHEN b.status ${PASSED} THEN 'no_problem'
  WHEN b.status <> 'failed' OR d.build_run_id IS NULL OR d.requested_at IS NOT NULL THEN NULL
  WHEN d.fingerprint = p.fingerprint THEN 'problem'
  WHEN l.final AND NOT EXISTS (SELECT FROM logs u
    WHERE u.build_run_id = b.id AND u.completed_at IS NULL AND u.purged_at IS NULL) THEN 'nothing' END`;

const columns = {
  ...pick(run, 'id', 'identifier', 'askedAt', 'buildRunId', 'buildNumber', 'queueItem'),
  jobKey: run.jobKey,
  status: nullable(build.status),
  finishedAt: build.finishedAt,
  shows: nullable(computed('text', shows)),
  testId: columnsOf('Problem', 'p').testId,
};

type RunRow = RowOf<typeof columns>;

const openRuns = defineQuery({
  name: 'list open runs of culprit search',
  columns,
  examples: [{ projectId: 1, searchId: 1 }],
  build: ({ projectId, searchId }: OfSearch, select) => sql`SELECT ${select} FROM culprit_runs r
    JOIN culprit_searches s ON s.id = r.search_id JOIN problems p ON p.id = s.problem_id
    LEFT JOIN build_runs b ON b.id = r.build_run_id AND b.project_id = r.project_id
    LEFT JOIN build_diagnoses d ON d.build_run_id = b.id LEFT JOIN build_logs l ON l.build_run_id = b.id
    WHERE r.search_id = ${searchId} AND r.project_id = ${projectId} AND r.outcome IN ('requested', 'running')
    ORDER BY r.id`,
});

interface OfSearch {
  readonly projectId: number;
  readonly searchId: number;
}

export interface OpenRunRecord extends OpenRun {
  /** Where Jenkins keeps it until it has a number; null if it has one, or is not in a queue. */
  readonly waitsIn: number | null;
}

/** The runs of a search that have not ended, with what their builds show of the problem. */
export async function listOpenRuns(on: DatabaseHandle, of: OfSearch): Promise<OpenRunRecord[]> {
  const rows = await openRuns.all(on.pool, of);
  const testId = rows[0]?.testId ?? null;
  const showsTest = testId === null ? null : await findTestOutcomes(on, { projectId: of.projectId, testId });
  return rows.map((row) => toOpenRun(row, showsTest));
}

type Shown = 'problem' | 'no_problem' | 'nothing' | null;

function toOpenRun(row: RunRow, showsTest: ReadonlyMap<number, Shown> | null): OpenRunRecord {
  const { id, identifier, buildRunId, buildNumber, queueItem, status } = row;
  const shown = showsTest === null ? (row.shows as Shown) : (showsTest.get(buildRunId ?? 0) ?? null);
  return {
    id,
    identifier,
    askedAt: row.askedAt?.getTime() ?? null,
    isConfirmed: buildNumber !== null || queueItem !== null,
    waitsIn: buildNumber === null && buildRunId === null ? queueItem : null,
    build: status === null ? null : { status, endedAt: row.finishedAt?.getTime() ?? null, shows: shown },
  };
}

/** As many runs of the test are looked at. */
const MAX_RUNS = 300;

/** What the newest builds show of a test; it fails if it fails on any variant. */
async function findTestOutcomes(
  on: DatabaseHandle,
  test: { readonly projectId: number; readonly testId: number },
): Promise<ReadonlyMap<number, Shown>> {
  const shown = new Map<number, Shown>();
  for (const variant of await testReads.listTestVariants(on, test)) {
    const runs = await testReads.listTestHistory(on, { ...variant, projectId: test.projectId, count: MAX_RUNS });
    for (const { buildRunId, outcome } of runs) {
      const last = ATTEMPTS_OF[outcome].filter((attempt) => attempt !== 'skipped').at(-1);
      if (last === undefined || shown.get(buildRunId) === 'problem') continue;
      shown.set(buildRunId, last === 'passed' ? 'no_problem' : 'problem');
    }
  }
  return shown;
}
