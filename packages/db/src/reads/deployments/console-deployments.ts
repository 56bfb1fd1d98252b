import type { BuildStatus, DeploymentStatus, Platform } from '@slipway/contracts';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { withNumbers } from '../../numbers.js';
import { sql } from '../../sql.js';
import { type ChangeLinkRecord, findNamedChanges, pickNamedChange } from '../changes/linked-changes.js';

const columns = pick(
  columnsOf('Deployment', 'd'),
  'id',
  'platform',
  'status',
  'statusAt',
  'branch',
  'version',
  'externalId',
  'buildNumber',
  'buildRunId',
  'commitHash',
  'actor',
  'actorUserId',
  'submittedAt',
  'deployedAt',
  'liveAt',
  'createdAt',
);

type DeploymentRow = RowOf<typeof columns>;

const buildLink = {
  id: true,
  jobName: true,
  buildNumber: true,
  status: true,
  commitHash: true,
  changelist: true,
} as const;

/** A deployment with the build and change behind it. */
export type ConsoleDeploymentRecord<Row extends DeploymentOrigin = DeploymentRow> = Row & {
  readonly build: BuildLinkRecord | null;
  readonly change: ChangeLinkRecord | null;
};

/** A build as a deployment refers to it. */
export interface BuildLinkRecord {
  readonly id: number;
  readonly jobName: string;
  readonly buildNumber: string;
  readonly status: BuildStatus;
  readonly commitHash: string;
  readonly changelist: string;
}

interface DeploymentOrigin {
  readonly buildRunId: number | null;
  readonly commitHash: string;
}

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
    const newest = (condition: ReturnType<typeof sql>, count: number) =>
      sql`(SELECT id FROM deployments WHERE project_id = ${projectId} AND platform = p.platform ${condition}
           ORDER BY created_at DESC, id DESC LIMIT ${count})`;
    return sql`SELECT ${select} FROM deployments d WHERE d.id IN (
          SELECT n.id FROM unnest(enum_range(NULL::platform)) AS p(platform) CROSS JOIN LATERAL (
            ${newest(sql``, MAX_NEWEST)}
            UNION ${newest(sql`AND status = 'live'`, MAX_LIVE)}
            UNION ${newest(sql`AND status IN ('pending', 'submitted', 'uploading', 'in_review', 'approved')`, MAX_MOVING)}
          ) n)
        ORDER BY d.created_at DESC, d.id DESC`;
  },
});

async function listDeploymentLanes(on: DatabaseHandle, projectId: number) {
  const [rows, totals] = await Promise.all([
    laneDeployments.all(on.pool, projectId),
    on.prisma.deployment.groupBy({ by: ['platform'], where: { projectId }, _count: true }),
  ]);
  return {
    deployments: await withOrigins(on, projectId, rows),
    totals: totals.map(({ platform, _count: count }) => ({ platform, count })),
  };
}

export interface DeploymentListFilter {
  readonly platform: Platform | undefined;
  readonly status: DeploymentStatus | undefined;
}

const keyset = { at: sql`d.created_at`, id: sql`d.id`, idType: sql`uuid` };

type DeploymentListPage = DeploymentListFilter & PageRequest & { readonly projectId: number };

const deploymentList = defineQuery({
  name: 'list console deployments',
  columns,
  examples: [
    {
      projectId: 1,
      platform: 'steam',
      status: 'live',
      count: 1,
      after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
    },
  ],
  build: ({ projectId, platform, status, count, after }: DeploymentListPage, select) =>
    sql`SELECT ${select} FROM deployments d
        WHERE d.project_id = ${projectId}
          ${when(platform, (value) => sql`d.platform = ${value}::platform`)}
          ${when(status, (value) => sql`d.status = ${value}::deployment_status`)}
          ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} LIMIT ${count}`,
});

/** A page of the project's deployments, newest first, with the build and change behind each. */
async function listConsoleDeployments(
  on: DatabaseHandle,
  projectId: number,
  filter: DeploymentListFilter,
  page: PageRequest,
): Promise<ConsoleDeploymentRecord[]> {
  return withOrigins(on, projectId, await deploymentList.all(on.pool, { ...filter, ...page, projectId }));
}

const MAX_EVENTS = 200;

/** One deployment with its history, newest first. */
async function findConsoleDeployment(on: DatabaseHandle, projectId: number, deploymentId: string) {
  const row = await on.prisma.deployment.findUnique({
    where: { id: deploymentId, projectId },
    include: { history: { orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }], take: MAX_EVENTS } },
  });
  if (row === null) return null;
  const [[deployment], integration] = await Promise.all([
    withOrigins(on, projectId, [withNumbers(row)]),
    on.prisma.integration.findUnique({ where: { id: row.integrationId, projectId }, select: { name: true } }),
  ]);
  if (deployment === undefined) return null;
  return { ...deployment, history: row.history.map(withNumbers), integrationName: integration?.name ?? '' };
}

/** A deployment with everything that its page shows. */
export type ConsoleDeploymentDetailRecord = NonNullable<Awaited<ReturnType<typeof findConsoleDeployment>>>;

async function withOrigins<Row extends DeploymentOrigin>(
  on: DatabaseHandle,
  projectId: number,
  rows: readonly Row[],
): Promise<ConsoleDeploymentRecord<Row>[]> {
  const ids = rows.flatMap(({ buildRunId }) => buildRunId ?? []);
  const found = await on.prisma.buildRun.findMany({ where: { projectId, id: { in: ids } }, select: buildLink });
  const builds = new Map(found.map((build) => [Number(build.id), withNumbers(build)]));
  const origins = rows.map((row) => {
    const build = row.buildRunId === null ? null : (builds.get(row.buildRunId) ?? null);
    return { row, build, names: [row.commitHash, build?.commitHash ?? '', build?.changelist ?? ''] };
  });
  const changes = await findNamedChanges(
    on,
    [projectId],
    origins.flatMap(({ names }) => names),
  );
  return origins.map(({ row, build, names }) => ({
    ...row,
    build,
    change: pickNamedChange(changes, projectId, names),
  }));
}

export const reads = { listDeploymentLanes, listConsoleDeployments, findConsoleDeployment };
