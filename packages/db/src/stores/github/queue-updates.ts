import { ENDED } from '../../build-status.js';
import { defineQuery } from '../../define-query.js';
import { isSameCommit, isWholeOf, namesOfCommit } from '../../same-commit.js';
import { type Queryable, sql } from '../../sql.js';
import type { MergedBuildRun } from '../apply/builds/build-runs.js';
import type { AppliedChange } from '../apply/changes/apply-changes.js';

/** What may have changed on GitHub. */
export interface ChangedCommits {
  /** Builds whose status or finding changed. */
  readonly buildIds: readonly number[];
  /** Commits that became known, perhaps after their builds. */
  readonly changeIds: readonly number[];
}

const columns = sql`b.id, b.project_id, b.integration_id, b.job_name, b.status, b.commit_hash`;
/** Older builds, such as those that a new integration reports, are left out. */
const isRecent = sql`b.commit_hash <> '' AND b.status_at > now() - interval '1 day'`;
const isGithubBuild = sql`EXISTS (SELECT FROM integrations n WHERE n.id = built.integration_id AND n.provider = 'github')`;
const hasCause = sql`(EXISTS (SELECT FROM build_diagnoses d WHERE d.build_run_id = built.id AND d.line IS NOT NULL)
  OR EXISTS (SELECT FROM investigations i WHERE i.build_run_id = built.id AND i.status = 'completed'
    AND jsonb_array_length(i.evidence) > 0)
  OR EXISTS (SELECT FROM test_runs t WHERE t.build_run_id = built.id AND t.failed > 0))`;
/** A comment that shows a failure is edited when a later build ends, whichever commit of the pull request it built. */
const mayBeOutdated = sql`EXISTS (SELECT FROM github_comments o WHERE o.integration_id = g.integration_id
  AND o.repository = c.repository AND o.shows_failure)`;

/**
 * Finds the repositories and commits of builds through the changes of the connected integration. A short hash that fits
 * several commits names none. GitHub already shows the results of its own builds, so they get no status.
 */
const queue = defineQuery({
  name: 'queue github updates',
  columns: {},
  prepared: true,
  examples: [{ buildIds: [1], changeIds: [1] }],
  build: ({ buildIds, changeIds }: ChangedCommits) => sql`
    WITH built AS MATERIALIZED (
      SELECT ${columns} FROM build_runs b WHERE b.id = ANY(${buildIds}::bigint[]) AND ${isRecent}
      UNION
      SELECT ${columns} FROM (SELECT project_id, identifier, ${namesOfCommit(sql`identifier`)} AS names FROM changes
          WHERE id = ANY(${changeIds}::bigint[]) OFFSET 0) c
        JOIN build_runs b ON b.project_id = c.project_id AND ${isRecent}
          AND ${isSameCommit(sql`b.commit_hash`, sql`c.identifier`, sql`c.names`)}),
    due AS (
      SELECT DISTINCT g.integration_id, c.repository, c.identifier AS sha, k.kind,
        CASE k.kind WHEN 'status' THEN built.job_name ELSE '' END AS job_name
      FROM built
      JOIN github_connections g ON g.project_id = built.project_id
      CROSS JOIN LATERAL (SELECT c.repository, c.identifier,
          min(c.identifier) OVER () = max(c.identifier) OVER () AS is_only
        FROM changes c WHERE c.project_id = built.project_id AND ${isWholeOf(sql`c.identifier`, sql`built.commit_hash`)}
          AND c.integration_id = g.integration_id AND c.repository <> '') c
      CROSS JOIN LATERAL (
        SELECT 'status'::github_update_kind AS kind WHERE g.statuses AND NOT ${isGithubBuild}
        UNION ALL
        SELECT 'comment' WHERE g.comments AND (built.status = 'failed' AND ${hasCause}
          OR built.status ${ENDED} AND ${mayBeOutdated})) k
      WHERE c.is_only)
    INSERT INTO github_updates AS u (integration_id, repository, sha, kind, job_name)
    SELECT integration_id, repository, sha, kind, job_name FROM due
    ORDER BY integration_id, repository, sha, kind, job_name
    ON CONFLICT (integration_id, repository, sha, kind, job_name) DO UPDATE SET revision = u.revision + 1,
      pending_since = COALESCE(u.pending_since, now()), updated_at = now()`,
});

/** Queues the commit statuses and comments that may have to change, in the caller's transaction. */
export async function queueGithubUpdates(tx: Queryable, changed: ChangedCommits): Promise<void> {
  await queue.execute(tx, changed);
}

const refresh = defineQuery({
  name: 'refresh github updates',
  columns: {},
  examples: [1],
  build: (buildRunId: number) => sql`UPDATE github_updates u SET revision = u.revision + 1,
      pending_since = COALESCE(u.pending_since, now()), updated_at = now()
    FROM build_runs b JOIN github_connections g ON g.project_id = b.project_id
    WHERE b.id = ${buildRunId} AND b.commit_hash <> '' AND u.integration_id = g.integration_id
      AND ${isWholeOf(sql`u.sha`, sql`b.commit_hash`)}`,
});

/** Writes the statuses and comments of a build's commit again, for example because they quote a log that was purged. */
export async function refreshGithubUpdates(tx: Queryable, buildRunId: number): Promise<void> {
  await refresh.execute(tx, buildRunId);
}

const isNews = ({ scope, before, after }: MergedBuildRun) =>
  scope.updatesGithub &&
  (before?.status !== after.status ||
    before.attempt !== after.attempt ||
    before.fields.commitHash?.value !== after.fields.commitHash?.value);

/** Queues what a batch changes. Costs one statement, and nothing in projects that do not update GitHub. */
export async function updateGithub(
  tx: Queryable,
  builds: readonly MergedBuildRun[],
  changes: readonly AppliedChange[],
): Promise<void> {
  const buildIds = builds.filter(isNews).map(({ id }) => id);
  const isNew = ({ report, change }: AppliedChange) => report.scope.updatesGithub && change.before === null;
  const changeIds = changes.filter(isNew).map(({ change }) => Number(change.id));
  if (buildIds.length + changeIds.length > 0) await queueGithubUpdates(tx, { buildIds, changeIds });
}
