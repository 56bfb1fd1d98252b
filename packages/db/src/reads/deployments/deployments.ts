import type { DeploymentStatus, Platform } from '@slipway/contracts';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, rowVersion, type Versioned } from '../../define-page.js';
import { hasStablePlan, limited, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { withNumbers } from '../../numbers.js';
import { sql } from '../../sql.js';
import { type LinkedBuildRunRecord, linkedBuildRun } from '../builds/linked-build-runs.js';

const columns = pick(
  columnsOf('Deployment'),
  'id',
  'platform',
  'status',
  'branch',
  'version',
  'externalId',
  'externalBuildId',
  'buildRunId',
  'integrationId',
  'submittedAt',
  'deployedAt',
  'liveAt',
  'createdAt',
  'updatedAt',
);

/** A deployment as lists show it, without notes and metadata. */
export interface DeploymentRecord extends RowOf<typeof columns> {}

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

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };

type DeploymentPage = DeploymentFilter & PageRequest & { readonly projectId: number };

const EXAMPLE: DeploymentPage = {
  projectId: 1,
  status: 'live',
  platform: 'steam',
  buildRunId: 1,
  updatedSince: new Date(0),
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};

const deploymentPage = definePage({
  name: 'list deployments',
  columns: { ...columns, rowVersion: rowVersion(sql`id`, sql`xmin`, sql`updated_at`) },
  version: ['rowVersion'],
  prepared: hasStablePlan,
  examples: [EXAMPLE],
  build: ({ projectId, status, platform, buildRunId, updatedSince, count, after }: DeploymentPage, select) =>
    sql`SELECT ${select} FROM deployments
        WHERE project_id = ${projectId}
          ${when(status, (value) => sql`status = ${value}::deployment_status`)}
          ${when(platform, (value) => sql`platform = ${value}::platform`)}
          ${when(buildRunId, (value) => sql`build_run_id = ${value}`)}
          ${when(updatedSince, (value) => sql`updated_at >= ${value}::timestamptz`)}
          ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} ${limited(count)}`,
});

/** A page of the project's deployments, newest first. */
function listDeployments(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: DeploymentFilter,
  page: PageRequest,
): Promise<Versioned<DeploymentRecord>[]> {
  return deploymentPage.rows.all(pool, { ...filter, ...page, projectId });
}

/** One deployment of the project with its build run. */
async function findDeployment(
  { prisma }: DatabaseHandle,
  projectId: number,
  deploymentId: string,
): Promise<DeploymentDetailRecord | null> {
  const deployment = await prisma.deployment.findUnique({ where: { id: deploymentId, projectId } });
  if (deployment === null) return null;
  const { buildRunId } = deployment;
  const buildRun =
    buildRunId === null
      ? null
      : await prisma.buildRun.findUnique({ where: { id: buildRunId, projectId }, select: linkedBuildRun });
  return { ...withNumbers(deployment), buildRun: buildRun && withNumbers(buildRun) };
}

/** The version of such a page. */
function findDeploymentPageVersion(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: DeploymentFilter,
  page: PageRequest,
) {
  return deploymentPage.readVersion(pool, { ...filter, ...page, projectId });
}

export const reads = { listDeployments, findDeploymentPageVersion, findDeployment };
