import { computed } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { isSameCommit } from '../../../same-commit.js';
import { type Queryable, sql } from '../../../sql.js';
import type { MergedBuildRun } from './build-runs.js';

/** Reports of a build arrive on any worker, and a search is told of every one of them. */
const wakeSearches = defineQuery({
  name: 'wake searches of builds',
  columns: { id: computed('int8', sql`b.id`) },
  examples: [[]],
  build: (buildRunIds: readonly number[], select) => sql`WITH woken AS (
      UPDATE culprit_searches s SET due_at = now() FROM culprit_runs r
      WHERE r.build_run_id = ANY(${buildRunIds}::bigint[]) AND s.id = r.search_id AND s.state = 'active')
    SELECT ${select} FROM build_runs b
    WHERE b.id = ANY(${buildRunIds}::bigint[]) AND b.searched_problem_id IS NOT NULL`,
});

/**
 * The run is found by the number that the tool answered; until it is known, by the revision of a build that was first
 * reported after the request.
 */
const markSearched = defineQuery({
  name: 'mark build of culprit search',
  columns: { id: computed('int8', sql`b.id`) },
  examples: [1],
  build: (buildRunId: number, select) => sql`WITH run AS (
      SELECT r.id, r.search_id FROM culprit_runs r, build_runs o
      WHERE o.id = ${buildRunId} AND o.searched_problem_id IS NULL AND r.integration_id = o.integration_id
        AND r.job_key = o.job_key AND r.build_run_id IS NULL AND r.asked_at IS NOT NULL
        AND r.outcome IN ('requested', 'running')
        AND (r.build_number = o.build_number OR r.build_number IS NULL AND o.created_at >= r.asked_at
          AND (o.commit_hash <> '' AND ${isSameCommit(sql`o.commit_hash`, sql`r.identifier`)}
            OR o.commit_hash = '' AND o.changelist = r.identifier))
      ORDER BY (r.build_number IS NULL), r.requested_at, r.id LIMIT 1 FOR UPDATE OF r),
    linked AS (UPDATE culprit_runs r SET build_run_id = ${buildRunId}, outcome = 'running' FROM run WHERE r.id = run.id),
    woken AS (UPDATE culprit_searches s SET due_at = now() FROM run
      WHERE s.id = run.search_id RETURNING s.problem_id)
    UPDATE build_runs b SET searched_problem_id = woken.problem_id FROM woken
    WHERE b.id = ${buildRunId} RETURNING ${select}`,
});

/**
 * Marks the builds that searches for culprits requested, and returns their ids: they are of old revisions, so they say
 * nothing about their job. Runs no statement in a project without such a search.
 */
export async function markSearchedBuilds(
  tx: Queryable,
  builds: readonly MergedBuildRun[],
): Promise<ReadonlySet<number>> {
  const ids = builds.filter(({ scope }) => scope.hasCulpritSearch).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const known = new Set((await wakeSearches.all(tx, ids)).map(({ id }) => id));
  for (const id of ids.filter((each) => !known.has(each)))
    if ((await markSearched.first(tx, id)) !== null) known.add(id);
  return known;
}
