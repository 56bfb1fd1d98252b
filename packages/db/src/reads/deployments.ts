import type { DeploymentStatus, Platform } from '@slipway/contracts';
import { after, type PageRequest } from '../keyset.js';
import { empty, type Queryable, query, queryOne, sql } from '../sql.js';
import type { LinkedBuildRunRecord } from './changes.js';

/** A deployment as lists show it; its notes and metadata are never read. */
export interface DeploymentRecord {
  readonly id: string;
  readonly platform: Platform;
  readonly status: DeploymentStatus;
  readonly branch: string;
  readonly version: string;
  readonly externalId: string;
  readonly externalBuildId: string;
  readonly buildRunId: number | null;
  readonly integrationId: number;
  readonly submittedAt: Date | null;
  readonly deployedAt: Date | null;
  readonly liveAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A deployment with the build it ships. */
export interface DeploymentDetailRecord extends DeploymentRecord {
  readonly buildRun: LinkedBuildRunRecord | null;
}

export interface DeploymentFilter {
  readonly status: DeploymentStatus | undefined;
  readonly platform: Platform | undefined;
  readonly buildRunId: number | undefined;
  readonly updatedSince: Date | undefined;
}

const columns = sql`d.id, d.platform, d.status, d.branch, d.version, d.external_id AS "externalId",
  d.external_build_id AS "externalBuildId", d.build_run_id AS "buildRunId", d.integration_id AS "integrationId",
  d.submitted_at AS "submittedAt", d.deployed_at AS "deployedAt", d.live_at AS "liveAt",
  d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;

const keyset = { at: sql`d.created_at`, id: sql`d.id`, idType: sql`uuid` };

/** A page of the project's deployments, newest first. */
function listDeployments(
  on: Queryable,
  projectId: number,
  { status, platform, buildRunId, updatedSince }: DeploymentFilter,
  page: PageRequest,
): Promise<DeploymentRecord[]> {
  return query(
    on,
    sql`SELECT ${columns} FROM deployments d
        WHERE d.project_id = ${projectId}
          ${status === undefined ? empty : sql`AND d.status = ${status}::deployment_status`}
          ${platform === undefined ? empty : sql`AND d.platform = ${platform}::platform`}
          ${buildRunId === undefined ? empty : sql`AND d.build_run_id = ${buildRunId}`}
          ${updatedSince === undefined ? empty : sql`AND d.updated_at >= ${updatedSince}::timestamptz`}
          ${after(page.after, keyset)}
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${page.count}`,
  );
}

/** One deployment of the project with its build run. */
function findDeployment(
  on: Queryable,
  projectId: number,
  deploymentId: string,
): Promise<DeploymentDetailRecord | null> {
  return queryOne(
    on,
    sql`SELECT ${columns},
               CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'status', b.status,
                    'commitHash', b.commit_hash, 'jobName', b.job_name) END AS "buildRun"
        FROM deployments d
        LEFT JOIN build_runs b ON b.id = d.build_run_id AND b.project_id = d.project_id
        WHERE d.id = ${deploymentId}::uuid AND d.project_id = ${projectId}`,
  );
}

export const reads = { listDeployments, findDeployment };
