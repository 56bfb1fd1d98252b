import { PASSED_STATUSES } from '@slipway/contracts';
import { defineQuery } from '../../../define-query.js';
import { type Queryable, sql } from '../../../sql.js';
import type { MergedBuildRun } from './build-runs.js';

const PASSED: ReadonlySet<string | null | undefined> = new Set(PASSED_STATUSES);

const passedNow = ({ before, after }: MergedBuildRun) =>
  PASSED.has(after.status) && !(before?.attempt === after.attempt && PASSED.has(before.status));

/**
 * Few jobs have an open problem, and the index holds only those. Two batches that mark the same jobs in another order may
 * conflict; the one that PostgreSQL aborts is retried.
 */
const markPassed = defineQuery({
  name: 'mark jobs that passed',
  columns: {},
  prepared: true,
  examples: [[]],
  build: (buildRunIds: readonly number[]) => sql`UPDATE problem_jobs j SET passed_at = clock_timestamp()
    FROM build_runs b
    WHERE b.id = ANY(${buildRunIds}::bigint[]) AND j.integration_id = b.integration_id AND j.job_key = b.job_key
      AND j.branch = b.branch AND j.passes < 3`,
});

/**
 * Marks the problems of jobs that passed, so that a timer counts the passes and resolves them. A batch without a pass
 * runs no statement.
 */
export async function notePasses(tx: Queryable, builds: readonly MergedBuildRun[]): Promise<void> {
  const passed = builds.filter(passedNow).map(({ id }) => id);
  if (passed.length > 0) await markPassed.execute(tx, passed);
}
