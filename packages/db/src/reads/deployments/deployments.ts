import type { DeploymentStatus, Platform } from '@slipway/contracts';
import { columnsOf, type ModelColumns, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, type ProjectPage, rowVersion } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import { hasStablePlan, limited, newestFirst, olderThan, when } from '../../keyset.js';
import { withNumbers } from '../../numbers.js';
import { type Sql, sql } from '../../sql.js';
import { type ChangeLinkRecord, findNamedChanges, pickNamedChange } from '../changes/linked-changes.js';

const columns = pick(
  columnsOf('Deployment'),
  'id',
  'platform',
  'status',
  'statusAt',
  'branch',
  'version',
  'externalId',
  'externalBuildId',
  'buildNumber',
  'buildRunId',
  'commitHash',
  'integrationId',
  'actor',
  'actorUserId',
  'submittedAt',
  'deployedAt',
  'liveAt',
  'createdAt',
  'updatedAt',
);

/** A deployment as lists show it, without notes and metadata. */
export interface DeploymentRecord extends RowOf<typeof columns> {}

export interface DeploymentFilter {
  readonly status?: DeploymentStatus | undefined;
  readonly platform?: Platform | undefined;
  readonly buildRunId?: number | undefined;
  readonly updatedSince?: Date | undefined;
}

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };

type DeploymentPage = ProjectPage<DeploymentFilter>;

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

/** How many deployments to show per platform: live, in progress, and newest. */
const MAX_LIVE = 12;
const MAX_MOVING = 6;
const MAX_NEWEST = 8;

/** Reads one index range per platform, so that the cost does not grow with the number of deployments. */
const laneDeployments = defineQuery({
  name: 'list deployment lanes',
  columns,
  examples: [1],
  build: (projectId: number, select) => {
    const newest = (condition: Sql, count: number) =>
      sql`(SELECT id FROM deployments WHERE project_id = ${projectId} AND platform = p.platform ${condition}
           ORDER BY ${newestFirst(keyset)} LIMIT ${count})`;
    return sql`SELECT ${select} FROM deployments WHERE id IN (
          SELECT n.id FROM unnest(enum_range(NULL::platform)) AS p(platform) CROSS JOIN LATERAL (
            ${newest(sql``, MAX_NEWEST)}
            UNION ${newest(sql`AND status = 'live'`, MAX_LIVE)}
            UNION ${newest(sql`AND status IN ('pending', 'submitted', 'uploading', 'in_review', 'approved')`, MAX_MOVING)}
          ) n)
        ORDER BY ${newestFirst(keyset)}`;
  },
});

async function listDeploymentLanes({ pool, prisma }: DatabaseHandle, projectId: number) {
  const [deployments, totals] = await Promise.all([
    laneDeployments.all(pool, projectId),
    prisma.deployment.groupBy({ by: ['platform'], where: { projectId }, _count: true }),
  ]);
  return { deployments, totals: totals.map(({ platform, _count: count }) => ({ platform, count })) };
}

const link = {
  id: true,
  status: true,
  commitHash: true,
  changelist: true,
  jobName: true,
  buildNumber: true,
} as const;

/** A build run as other records refer to it. */
export type BuildLinkRecord = Pick<RowOf<ModelColumns<'BuildRun'>>, keyof typeof link>;

/** A build run as the API shows it in changes, tasks and deployments. */
export type LinkedBuildRunRecord = Pick<BuildLinkRecord, 'id' | 'status' | 'commitHash' | 'jobName'>;

async function listLinkedBuilds(
  { prisma }: DatabaseHandle,
  projectId: number,
  ids: readonly number[],
): Promise<BuildLinkRecord[]> {
  if (ids.length === 0) return [];
  const builds = await prisma.buildRun.findMany({ where: { projectId, id: { in: [...ids] } }, select: link });
  return builds.map(withNumbers);
}

/** Adds the build that each deployment ships, if it was reported. */
async function withBuilds<Row extends Pick<DeploymentRecord, 'buildRunId'>>(
  on: DatabaseHandle,
  projectId: number,
  rows: readonly Row[],
) {
  const builds = await listLinkedBuilds(
    on,
    projectId,
    rows.flatMap(({ buildRunId }) => buildRunId ?? []),
  );
  return rows.map((row) => ({ ...row, build: builds.find(({ id }) => id === row.buildRunId) ?? null }));
}

/** Adds the change that each deployment's build was made from. */
async function withChanges<Row extends Shipped>(on: DatabaseHandle, projectId: number, rows: readonly Row[]) {
  const changes = await findNamedChanges(on, [projectId], rows.flatMap(changeNames));
  return rows.map((row) => ({ ...row, change: pickNamedChange(changes, projectId, changeNames(row)) }));
}

interface Shipped {
  readonly commitHash: string;
  readonly build: BuildLinkRecord | null;
}

const changeNames = ({ commitHash, build }: Shipped) => [
  commitHash,
  build?.commitHash ?? '',
  build?.changelist ?? '',
];

async function findDeploymentOrigins<Row extends DeploymentRecord>(
  on: DatabaseHandle,
  projectId: number,
  rows: readonly Row[],
): Promise<(Row & DeploymentOrigin)[]> {
  return withChanges(on, projectId, await withBuilds(on, projectId, rows));
}

/** The build and change behind a deployment. */
export interface DeploymentOrigin {
  readonly build: BuildLinkRecord | null;
  readonly change: ChangeLinkRecord | null;
}

async function findDeployment(on: DatabaseHandle, projectId: number, deploymentId: string) {
  const row = await on.prisma.deployment.findUnique({ where: { id: deploymentId, projectId } });
  const [deployment] = await withBuilds(on, projectId, row === null ? [] : [withNumbers(row)]);
  return deployment ?? null;
}

export type DeploymentDetailRecord = NonNullable<Awaited<ReturnType<typeof findDeployment>>>;

const MAX_EVENTS = 200;

/** What the page of a deployment shows besides it: its change, its history, newest first, and who reported it. */
async function findDeploymentSurroundings(
  on: DatabaseHandle,
  projectId: number,
  deployment: DeploymentDetailRecord,
) {
  const [changed, history, integration] = await Promise.all([
    withChanges(on, projectId, [deployment]),
    on.prisma.deploymentEvent.findMany({
      where: { deploymentId: deployment.id },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
      take: MAX_EVENTS,
    }),
    on.prisma.integration.findUnique({
      where: { id: deployment.integrationId, projectId },
      select: { name: true },
    }),
  ]);
  return {
    change: changed[0]?.change ?? null,
    history: history.map(withNumbers),
    integrationName: integration?.name ?? '',
  };
}

export const reads = {
  listDeployments: deploymentPage.list,
  findDeploymentPageVersion: deploymentPage.readVersion,
  findDeployment,
  listDeploymentLanes,
  findDeploymentOrigins,
  findDeploymentSurroundings,
};
