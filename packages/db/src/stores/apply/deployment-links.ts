import { execute, type Queryable, sql } from '../../sql.js';
import type { MergedBuildRun } from './build-runs.js';

/** What deployments could name a build by has changed. */
function isNews({ before, after }: MergedBuildRun): boolean {
  return before === null || before.fields.commitHash?.value !== after.fields.commitHash?.value;
}

/** Of builds `b` for a deployment `h`, in an order that arrival has no part in. */
const first = sql`ORDER BY b.commit_hash = h.commit_hash DESC, b.job_name COLLATE "C", b.build_number COLLATE "C",
  b.integration_id LIMIT 1`;
const byNumber = sql`(SELECT b.id FROM build_runs b
  WHERE b.project_id = h.project_id AND b.build_number = h.build_number
    AND (h.commit_hash = '' OR b.commit_hash IN ('', h.commit_hash)) ${first})`;
const byCommit = sql`(SELECT b.id FROM build_runs b
  WHERE b.project_id = h.project_id AND b.commit_hash = h.commit_hash AND b.commit_hash <> '' ${first})`;

/**
 * Links deployments with the build they ship: by number, or by commit where they tell no number. A build of another
 * commit than the deployment's is not the one. Where several are left, what they are called decides, so that the order
 * of arrival does not.
 */
export async function linkDeployments(
  tx: Queryable,
  deploymentIds: readonly string[],
  builds: readonly MergedBuildRun[],
): Promise<void> {
  const news = builds.filter(isNews);
  const buildIds = news.map(({ id }) => id);
  const projectIds = [...new Set(news.map(({ scope }) => scope.projectId))];
  if (deploymentIds.length === 0 && buildIds.length === 0) return;
  await execute(
    tx,
    sql`WITH built AS (
          SELECT id, project_id, build_number, commit_hash FROM build_runs
          WHERE id = ANY(${buildIds}::bigint[])
            AND EXISTS (SELECT FROM deployments WHERE project_id = ANY(${projectIds}::int[]))),
        concerned AS (
          SELECT id FROM deployments WHERE id = ANY(${deploymentIds}::uuid[])
          UNION SELECT d.id FROM built b JOIN deployments d
            ON d.project_id = b.project_id AND d.build_number = b.build_number
          UNION SELECT d.id FROM built b JOIN deployments d
            ON d.project_id = b.project_id AND d.commit_hash = b.commit_hash AND d.commit_hash <> ''
              AND d.build_number = ''
          UNION SELECT d.id FROM built b JOIN deployments d
            ON d.project_id = b.project_id AND d.build_run_id = b.id),
        held AS (
          SELECT d.id, d.project_id, d.build_number, d.commit_hash, d.build_run_id FROM deployments d
          WHERE d.id IN (SELECT id FROM concerned) ORDER BY d.id FOR NO KEY UPDATE)
        UPDATE deployments d SET build_run_id = l.build_run_id, updated_at = clock_timestamp()
        FROM (SELECT h.id, h.build_run_id AS earlier,
                CASE WHEN h.build_number <> '' THEN ${byNumber} WHEN h.commit_hash <> '' THEN ${byCommit} END
                AS build_run_id
              FROM held h) l
        WHERE d.id = l.id AND l.build_run_id IS DISTINCT FROM l.earlier`,
  );
}
