import type { BuildStatus } from '@slipway/contracts';
import { PASSED } from '../../../build-status.js';
import { columnsOf, computed, nullable, pick } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { isSameCommit, namesOfCommit } from '../../../same-commit.js';
import { type Queryable, sql } from '../../../sql.js';
import type { MergedBuildRun } from '../builds/build-runs.js';
import type { Touch } from '../engine/touched-rows.js';

/** A passed build is more likely to be shipped than a running one, and a running one more likely than a failed one. */
const RANKS: Readonly<Partial<Record<BuildStatus, number>>> = {
  completed: 0,
  passed_pending_approval: 0,
  failed: 2,
  cancelled: 2,
};
const rankOf = (status: BuildStatus | null) => (status === null ? 1 : (RANKS[status] ?? 1));
const rank = sql`CASE WHEN b.status ${PASSED} THEN 0
  WHEN b.status IN ('failed', 'cancelled') THEN 2 ELSE 1 END`;

/** Whether anything changed that decides which deployments a build is linked to. */
function mayChangeLinks({ before, after }: MergedBuildRun): boolean {
  return (
    before === null ||
    before.fields.commitHash?.value !== after.fields.commitHash?.value ||
    before.fields.jobName?.value !== after.fields.jobName?.value ||
    rankOf(before.status) !== rankOf(after.status)
  );
}

/** Orders builds `b` for a deployment `h` by their own columns, never by order of arrival. */
const bestFirst = sql`ORDER BY ${rank}, b.commit_hash = h.commit_hash DESC, b.commit_hash <> '' DESC,
  b.job_name COLLATE "C", b.job_key COLLATE "C", b.build_number COLLATE "C", b.integration_id LIMIT 1`;
const isOfCommit = isSameCommit(sql`b.commit_hash`, sql`h.commit_hash`, sql`h.names`);
const byNumber = sql`(SELECT b.id FROM build_runs b
  WHERE b.project_id = h.project_id AND b.build_number = h.build_number
    AND (h.commit_hash = '' OR b.commit_hash = '' OR ${isOfCommit}) ${bestFirst})`;
const byCommit = sql`(SELECT b.id FROM build_runs b
  WHERE b.project_id = h.project_id AND b.commit_hash <> '' AND ${isOfCommit} ${bestFirst})`;

interface Candidates {
  readonly deploymentIds: readonly string[];
  readonly buildIds: readonly number[];
  readonly projectIds: readonly number[];
}

/** Locks the given deployments and those that the builds may be linked to. */
const lockDeployments = defineQuery({
  name: 'lock deployments of builds',
  columns: pick(columnsOf('Deployment', 'd'), 'id'),
  prepared: true,
  examples: [{ deploymentIds: [], buildIds: [], projectIds: [] }],
  build: ({ deploymentIds, buildIds, projectIds }: Candidates, select) => sql`WITH built AS MATERIALIZED (
      SELECT id, project_id, build_number, commit_hash, ${namesOfCommit(sql`commit_hash`)} AS names FROM build_runs
      WHERE id = ANY(${buildIds}::bigint[])
        AND EXISTS (SELECT FROM deployments WHERE project_id = ANY(${projectIds}::int[]))),
    candidates AS (
      SELECT id FROM deployments WHERE id = ANY(${deploymentIds}::uuid[])
      UNION SELECT d.id FROM built b JOIN deployments d
        ON d.project_id = b.project_id AND d.build_number = b.build_number
      UNION SELECT d.id FROM built b JOIN deployments d
        ON d.project_id = b.project_id AND d.build_number = '' AND d.commit_hash <> ''
          AND ${isSameCommit(sql`d.commit_hash`, sql`b.commit_hash`, sql`b.names`)}
        WHERE b.commit_hash <> '' AND EXISTS (
          SELECT FROM deployments WHERE project_id = ANY(${projectIds}::int[]) AND build_number = '')
      UNION SELECT d.id FROM built b JOIN deployments d
        ON d.project_id = b.project_id AND d.build_run_id = b.id)
    SELECT ${select} FROM deployments d WHERE d.id IN (SELECT id FROM candidates) ORDER BY d.id FOR NO KEY UPDATE`,
});

const linkToBuilds = defineQuery({
  name: 'link deployments with builds',
  columns: {
    id: columnsOf('Deployment', 'd').id,
    buildBefore: nullable(computed('int8', sql`l.build_before`)),
    buildAfter: nullable(computed('int8', sql`l.build_run_id`)),
  },
  examples: [[]],
  build: (ids: readonly string[], select) => sql`UPDATE deployments d
    SET build_run_id = l.build_run_id, updated_at = clock_timestamp()
    FROM (SELECT h.id, h.build_run_id AS build_before,
            CASE WHEN h.build_number <> '' THEN ${byNumber} WHEN h.commit_hash <> '' THEN ${byCommit} END
            AS build_run_id
          FROM (SELECT *, ${namesOfCommit(sql`commit_hash`)} AS names FROM deployments
                WHERE id = ANY(${ids}::uuid[]) OFFSET 0) h) l
    WHERE d.id = l.id AND l.build_run_id IS DISTINCT FROM l.build_before
    RETURNING ${select}`,
});

/**
 * Links deployments to the build that they ship: by build number, or by commit if the deployment has no number. A build
 * of another commit is never linked. Among several builds, passed ones take precedence over running ones, and running
 * ones over failed ones; then their names decide.
 */
export async function linkDeployments(
  tx: Queryable,
  deploymentIds: readonly string[],
  builds: readonly MergedBuildRun[],
  touch: Touch,
): Promise<void> {
  const changed = builds.filter(mayChangeLinks);
  if (deploymentIds.length === 0 && changed.length === 0) return;
  const locked = await lockDeployments.all(tx, {
    deploymentIds,
    buildIds: changed.map(({ id }) => id),
    projectIds: [...new Set(changed.map(({ scope }) => scope.projectId))],
  });
  if (locked.length === 0) return;
  // A separate statement sees what other transactions wrote before they released these deployments.
  const linked = await linkToBuilds.all(
    tx,
    locked.map(({ id }) => id),
  );
  for (const { id, buildBefore, buildAfter } of linked)
    for (const build of changed)
      if (build.id === buildBefore || build.id === buildAfter) touch(build.scope, 'deployment', id);
}
