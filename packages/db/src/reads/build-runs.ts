import { BUILD_TYPES, type BuildStatus, type BuildType, TARGET_TYPES, type TargetType } from '@slipway/contracts';
import { empty, join, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';
import { findInvestigation, type InvestigationRecord } from './investigations.js';

/** A build run as lists show it. */
export interface BuildRunRecord {
  readonly id: number;
  readonly projectId: number;
  readonly status: BuildStatus;
  readonly buildType: BuildType;
  readonly targetType: TargetType;
  readonly jobName: string;
  readonly buildNumber: string;
  readonly commitHash: string;
  readonly changelist: string;
  readonly branch: string;
  readonly buildUrl: string;
  readonly durationSeconds: number | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly hasLog: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface BuildStepRecord {
  readonly name: string;
  readonly status: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly detail: string;
}

export interface BuildArtifactRecord {
  readonly name: string;
  readonly sizeBytes: number;
  readonly url: string;
}

/** A build run with what belongs to it. */
export interface BuildRunDetailRecord extends BuildRunRecord {
  readonly steps: readonly BuildStepRecord[];
  readonly artifacts: readonly BuildArtifactRecord[];
  readonly investigation: InvestigationRecord | null;
}

export interface BuildRunFilter {
  readonly status: BuildStatus | undefined;
  readonly buildType: BuildType | undefined;
  readonly targetType: TargetType | undefined;
}

// A start that is known only by when we heard of it may lie behind the end.
const columns = sql`id, project_id AS "projectId", status, build_type AS "buildType", target_type AS "targetType",
  job_name AS "jobName", build_number AS "buildNumber", commit_hash AS "commitHash", changelist, branch,
  build_url AS "buildUrl",
  CASE WHEN started_at > finished_at THEN finished_at ELSE started_at END AS "startedAt",
  CASE WHEN status IN ('completed', 'failed', 'cancelled', 'passed_pending_approval')
       THEN COALESCE(duration_seconds, GREATEST(0, extract(epoch FROM finished_at - started_at)::int)) END AS "durationSeconds",
  finished_at AS "finishedAt", has_log AS "hasLog", created_at AS "createdAt", updated_at AS "updatedAt"`;

/**
 * One condition per pair of build type and target type that passes the filter. One index has both columns before the
 * time, so every pair is read in order; merging a few such walks costs no more than their pages.
 */
function typeConditions({ buildType, targetType }: BuildRunFilter): readonly Sql[] {
  if (buildType === undefined && targetType === undefined) return [empty];
  const targets = targetType === undefined ? TARGET_TYPES : [targetType];
  return (buildType === undefined ? BUILD_TYPES : [buildType]).flatMap((type) =>
    targets.map((target) => sql`AND build_type = ${type}::engine AND target_type = ${target}::target_type`),
  );
}

/** The newest build runs of a project that pass the filter, at most `count`. */
function listBuildRuns(
  on: Queryable,
  projectId: number,
  filter: BuildRunFilter,
  count: number,
): Promise<BuildRunRecord[]> {
  const inStatus = filter.status === undefined ? empty : sql`AND status = ${filter.status}::build_status`;
  const walks = typeConditions(filter).map(
    (ofTypes) => sql`(SELECT * FROM build_runs WHERE project_id = ${projectId} ${inStatus} ${ofTypes}
      ORDER BY created_at DESC, id DESC LIMIT ${count})`,
  );
  return query(
    on,
    sql`SELECT ${columns} FROM (${join(walks, ' UNION ALL ')}) walks
        ORDER BY created_at DESC, id DESC LIMIT ${count}`,
  );
}

/** One build run of the project with its steps, artifacts and latest investigation. */
async function findBuildRun(
  on: Queryable,
  projectId: number,
  buildRunId: number,
): Promise<BuildRunDetailRecord | null> {
  const run = await queryOne<BuildRunRecord>(
    on,
    sql`SELECT ${columns} FROM build_runs WHERE id = ${buildRunId} AND project_id = ${projectId}`,
  );
  if (run === null) return null;
  const [steps, artifacts, investigation] = await Promise.all([
    query<BuildStepRecord>(
      on,
      sql`SELECT name, status, started_at AS "startedAt", finished_at AS "finishedAt", detail
          FROM build_steps WHERE build_run_id = ${buildRunId}
          ORDER BY position, COALESCE(started_at, status_at), name`,
    ),
    query<BuildArtifactRecord>(
      on,
      sql`SELECT name, size_bytes AS "sizeBytes", url FROM build_artifacts
          WHERE build_run_id = ${buildRunId} ORDER BY name`,
    ),
    findInvestigation(on, buildRunId),
  ]);
  return { ...run, steps, artifacts, investigation };
}

/** How a build run of the project stands. */
async function findBuildStatus(on: Queryable, projectId: number, buildRunId: number): Promise<BuildStatus | null> {
  const row = await queryOne<{ status: BuildStatus }>(
    on,
    sql`SELECT status FROM build_runs WHERE id = ${buildRunId} AND project_id = ${projectId}`,
  );
  return row?.status ?? null;
}

export const reads = { listBuildRuns, findBuildRun, findBuildStatus };
