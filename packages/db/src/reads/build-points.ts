import type { BuildPoint } from '@slipway/domain';
import { isSameCommit, isWholeOf } from '../same-commit.js';
import { type Queryable, query, queryOne, type Sql, sql } from '../sql.js';

/** A build of a job as an investigation looks at it. */
export interface JobBuild extends BuildPoint {
  readonly id: number;
  readonly projectId: number;
  readonly accountId: number;
  readonly integrationId: number;
  readonly jobName: string;
  readonly branch: string;
  /** When it ended, in epoch milliseconds. */
  readonly finishedAt: number;
  readonly hasLog: boolean;
}

/** How many builds of a job are looked through for one of the same branch. */
const LOOKED_THROUGH = 200;
const SHOWN = 20;

const millis = (time: Sql) => sql`(extract(epoch FROM ${time}) * 1000)::bigint`;

const ended = sql`COALESCE(finished_at, status_at)`;
const began = sql`COALESCE(started_at, ${ended} - make_interval(secs => COALESCE(duration_seconds, 0)))`;
/** Of a build `b` by the whole hash of its commit, where the project knows it. */
const commit = sql`COALESCE((SELECT c.identifier FROM changes c
  WHERE c.project_id = b.project_id AND b.commit_hash <> '' AND ${isWholeOf(sql`c.identifier`, sql`b.commit_hash`)}
  ORDER BY c.identifier LIMIT 1), b.commit_hash)`;
const columns = sql`id, project_id AS "projectId", account_id AS "accountId", integration_id AS "integrationId",
  job_key AS "jobName", branch, build_number AS "buildNumber", ${commit} AS "commitHash", changelist,
  has_log AS "hasLog", ${millis(began)} AS "startedAt", ${millis(ended)} AS "finishedAt"`;

const passed = sql`status IN ('completed', 'passed_pending_approval')`;

/** One build of a project. */
export function findJobBuild(on: Queryable, projectId: number, id: number): Promise<JobBuild | null> {
  return queryOne(on, sql`SELECT ${columns} FROM build_runs b WHERE id = ${id} AND project_id = ${projectId}`);
}

/** The newest passing builds of the same job and branch that ended before a build did, newest first. */
export function listPassingBefore(on: Queryable, build: JobBuild): Promise<JobBuild[]> {
  return query(
    on,
    sql`SELECT ${columns} FROM (
          SELECT * FROM build_runs
          WHERE project_id = ${build.projectId} AND job_key = ${build.jobName} AND ${passed}
            AND finished_at <= ${new Date(build.finishedAt)}::timestamptz
          ORDER BY finished_at DESC LIMIT ${LOOKED_THROUGH}) b
        WHERE integration_id = ${build.integrationId} AND branch = ${build.branch}
        ORDER BY finished_at DESC, id DESC LIMIT ${SHOWN}`,
  );
}

/** Whether the same job passed with the very revision that a build failed with. */
export async function hasRevisionPassed(on: Queryable, build: JobBuild): Promise<boolean> {
  const { projectId, commitHash, changelist } = build;
  if (commitHash === '' && changelist === '') return false;
  const revision =
    commitHash === ''
      ? sql`changelist = ${changelist} AND changelist <> ''`
      : sql`commit_hash <> '' AND ${isSameCommit(sql`commit_hash`, sql`${commitHash}::text`)}`;
  const row = await queryOne(
    on,
    sql`SELECT 1 FROM (SELECT integration_id, job_key, status FROM build_runs
                       WHERE project_id = ${projectId} AND ${revision} LIMIT ${LOOKED_THROUGH}) b
        WHERE integration_id = ${build.integrationId} AND job_key = ${build.jobName} AND ${passed} LIMIT 1`,
  );
  return row !== null;
}

/** The first failed build with a log of the same job and branch between a passing build and a later failed one. */
export function findFirstFailed(on: Queryable, passing: JobBuild, failed: JobBuild): Promise<JobBuild | null> {
  return queryOne(
    on,
    sql`SELECT ${columns} FROM (
          SELECT * FROM build_runs
          WHERE project_id = ${failed.projectId} AND status = 'failed'
            AND finished_at > ${new Date(passing.finishedAt)}::timestamptz
            AND finished_at < ${new Date(failed.finishedAt)}::timestamptz
          ORDER BY finished_at LIMIT ${LOOKED_THROUGH}) b
        WHERE integration_id = ${failed.integrationId} AND job_key = ${failed.jobName}
          AND branch = ${failed.branch} AND has_log
        ORDER BY finished_at, id LIMIT 1`,
  );
}

/** The newest passing build with a log of a job, whatever its branch. */
export function findNewestPassing(
  on: Queryable,
  job: Pick<JobBuild, 'projectId' | 'integrationId' | 'jobName'>,
): Promise<JobBuild | null> {
  return queryOne(
    on,
    sql`SELECT ${columns} FROM (
          SELECT * FROM build_runs
          WHERE project_id = ${job.projectId} AND job_key = ${job.jobName} AND ${passed} AND finished_at IS NOT NULL
          ORDER BY finished_at DESC LIMIT ${LOOKED_THROUGH}) b
        WHERE integration_id = ${job.integrationId} AND has_log
        ORDER BY finished_at DESC, id DESC LIMIT 1`,
  );
}

/** The captured log of a project's build. */
export function findBuildOutput(
  on: Queryable,
  { projectId, id }: Pick<JobBuild, 'projectId' | 'id'>,
): Promise<{ content: string; truncated: boolean } | null> {
  return queryOne(
    on,
    sql`SELECT l.content, l.truncated FROM build_runs b JOIN build_logs l ON l.build_run_id = b.id
        WHERE b.id = ${id} AND b.project_id = ${projectId}`,
  );
}
