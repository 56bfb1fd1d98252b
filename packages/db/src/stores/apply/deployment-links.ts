import type { BuildStatus } from '@slipway/contracts';
import { isSameCommit, namesOfCommit } from '../../same-commit.js';
import { type Queryable, query, sql } from '../../sql.js';
import type { MergedBuildRun } from './build-runs.js';
import type { Touch } from './touched.js';

const STANDINGS: Readonly<Partial<Record<BuildStatus, number>>> = {
  completed: 0,
  passed_pending_approval: 0,
  failed: 2,
  cancelled: 2,
};

/** What passed is shipped, what is underway may be, what failed is not. */
const standingOf = (status: BuildStatus | null) => (status === null ? 1 : (STANDINGS[status] ?? 1));
const standing = sql`CASE WHEN b.status IN ('completed', 'passed_pending_approval') THEN 0
  WHEN b.status IN ('failed', 'cancelled') THEN 2 ELSE 1 END`;

/** What deployments could name a build by has changed, or how it stands among others that they could mean. */
function isNews({ before, after }: MergedBuildRun): boolean {
  return (
    before === null ||
    before.fields.commitHash?.value !== after.fields.commitHash?.value ||
    before.fields.jobName?.value !== after.fields.jobName?.value ||
    standingOf(before.status) !== standingOf(after.status)
  );
}

/** Of builds `b` for a deployment `h`, in an order that arrival has no part in. */
const first = sql`ORDER BY ${standing}, b.commit_hash = h.commit_hash DESC,
  b.commit_hash <> '' DESC, b.job_name COLLATE "C",
  b.job_key COLLATE "C", b.build_number COLLATE "C", b.integration_id LIMIT 1`;
const byNumber = sql`(SELECT b.id FROM build_runs b
  WHERE b.project_id = h.project_id AND b.build_number = h.build_number
    AND (h.commit_hash = '' OR b.commit_hash = '' OR ${isSameCommit(sql`b.commit_hash`, sql`h.commit_hash`, sql`h.names`)}) ${first})`;
const byCommit = sql`(SELECT b.id FROM build_runs b
  WHERE b.project_id = h.project_id AND b.commit_hash <> ''
    AND ${isSameCommit(sql`b.commit_hash`, sql`h.commit_hash`, sql`h.names`)} ${first})`;

/** The deployments that are new or that builds could be meant by, held until the transaction ends. */
async function holdConcerned(
  tx: Queryable,
  deploymentIds: readonly string[],
  builds: readonly MergedBuildRun[],
): Promise<string[]> {
  const projectIds = [...new Set(builds.map(({ scope }) => scope.projectId))];
  const held = await query<{ id: string }>(
    tx,
    sql`WITH built AS MATERIALIZED (
          SELECT id, project_id, build_number, commit_hash, ${namesOfCommit(sql`commit_hash`)} AS names FROM build_runs
          WHERE id = ANY(${builds.map(({ id }) => id)}::bigint[])
            AND EXISTS (SELECT FROM deployments WHERE project_id = ANY(${projectIds}::int[]))),
        concerned AS (
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
        SELECT d.id FROM deployments d WHERE d.id IN (SELECT id FROM concerned) ORDER BY d.id FOR NO KEY UPDATE`,
    'hold deployments of builds',
  );
  return held.map(({ id }) => id);
}

/**
 * Links deployments with the build they ship: by number, or by commit where they tell no number. A build of another
 * commit than the deployment's is not the one. Where several are left, one that passed goes before one underway and that
 * before one that failed; then what they are called decides, so that the order of arrival does not.
 */
export async function linkDeployments(
  tx: Queryable,
  deploymentIds: readonly string[],
  builds: readonly MergedBuildRun[],
  touch: Touch,
): Promise<void> {
  const news = builds.filter(isNews);
  if (deploymentIds.length === 0 && news.length === 0) return;
  const held = await holdConcerned(tx, deploymentIds, news);
  if (held.length === 0) return;
  // A statement of its own: it sees what those wrote for whom the deployments were held until now.
  const linked = await query<{ id: string; buildIds: (number | null)[] }>(
    tx,
    sql`UPDATE deployments d SET build_run_id = l.build_run_id, updated_at = clock_timestamp()
        FROM (SELECT h.id, h.build_run_id AS earlier,
                CASE WHEN h.build_number <> '' THEN ${byNumber} WHEN h.commit_hash <> '' THEN ${byCommit} END
                AS build_run_id
              FROM (SELECT *, ${namesOfCommit(sql`commit_hash`)} AS names FROM deployments
                    WHERE id = ANY(${held}::uuid[]) OFFSET 0) h) l
        WHERE d.id = l.id AND l.build_run_id IS DISTINCT FROM l.earlier
        RETURNING d.id, jsonb_build_array(l.earlier, l.build_run_id) AS "buildIds"`,
  );
  for (const { id, buildIds } of linked)
    for (const build of news) if (buildIds.includes(build.id)) touch(build.scope, 'deployment', id);
}
