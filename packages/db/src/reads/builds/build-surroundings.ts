import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { builtChange, startedBy } from './searched-builds.js';

const build = columnsOf('BuildRun', 'b');
const columns = {
  ...pick(build, 'id', 'jobKey', 'integrationId', 'createdAt', 'searchedProblemId'),
  startedBy: computed('text', startedBy),
  changeId: nullable(computed('int8', builtChange)),
  credits: computed('int4', sql`(SELECT a.credits FROM accounts a WHERE a.id = b.account_id)`),
  purgedAt: nullable(computed('timestamptz', sql`l.purged_at`)),
  purgedById: nullable(computed('int4', sql`l.purged_by_id`)),
  /** Null if the integration was deleted. */
  provider: nullable(computed('text', sql`i.provider`)),
};

/** What a build's page shows besides the build itself. */
export interface BuildSurroundings extends RowOf<typeof columns> {
  readonly previous: NearbyBuildRecord | null;
  readonly next: NearbyBuildRecord | null;
}

const surroundings = defineQuery({
  name: 'find build surroundings',
  columns,
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: { projectId: number; id: number }, select) =>
    sql`SELECT ${select} FROM build_runs b LEFT JOIN build_log_purges l ON l.build_run_id = b.id
        LEFT JOIN integrations i ON i.id = b.integration_id AND i.project_id = b.project_id
        WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

const nearbyColumns = pick(build, 'id', 'buildNumber', 'status', 'finishedAt');

/** A build close to another build of the same job. */
export interface NearbyBuildRecord extends RowOf<typeof nearbyColumns> {}

/** How many builds of other jobs may lie between two builds of one job. */
const MAX_BETWEEN = 500;

interface Around extends RowOf<typeof columns> {
  readonly projectId: number;
  readonly isAfter: boolean;
}

const EXAMPLE: Around = {
  projectId: 1,
  id: 1,
  jobKey: 'Harbor-Win64',
  integrationId: 1,
  createdAt: new Date(0),
  startedBy: '',
  changeId: null,
  searchedProblemId: null,
  credits: 0,
  purgedAt: null,
  purgedById: null,
  provider: null,
  isAfter: true,
};

const nearby = defineQuery({
  name: 'find nearby build',
  columns: nearbyColumns,
  examples: [EXAMPLE, { ...EXAMPLE, isAfter: false }],
  build: ({ projectId, id, jobKey, integrationId, createdAt, isAfter }: Around, select) => {
    const at = sql`(${createdAt}::timestamptz, ${id}::bigint)`;
    const side = isAfter ? sql`(created_at, id) > ${at}` : sql`(created_at, id) < ${at}`;
    const order = isAfter ? sql`created_at, id` : sql`created_at DESC, id DESC`;
    return sql`SELECT ${select} FROM (SELECT * FROM build_runs WHERE project_id = ${projectId} AND ${side}
                 ORDER BY ${order} LIMIT ${MAX_BETWEEN}) b
               WHERE b.integration_id = ${integrationId} AND b.job_key = ${jobKey}
               ORDER BY ${order} LIMIT 1`;
  },
});

/** Who started a build, its change, the neighboring builds of the same job, and its account's credits. */
async function findBuildSurroundings(
  { pool }: DatabaseHandle,
  projectId: number,
  id: number,
): Promise<BuildSurroundings | null> {
  const found = await surroundings.first(pool, { projectId, id });
  if (found === null) return null;
  const [previous, next] = await Promise.all(
    [false, true].map((isAfter) => nearby.first(pool, { ...found, projectId, isAfter })),
  );
  return { ...found, previous: previous ?? null, next: next ?? null };
}

async function listNearbyBuilds(
  { prisma }: DatabaseHandle,
  projectId: number,
  ids: readonly number[],
): Promise<NearbyBuildRecord[]> {
  const rows = await prisma.buildRun.findMany({
    where: { projectId, id: { in: [...ids] } },
    select: { id: true, buildNumber: true, status: true, finishedAt: true },
  });
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

function listDeploymentsOf({ prisma }: DatabaseHandle, projectId: number, buildRunId: number) {
  return prisma.deployment.findMany({
    where: { projectId, buildRunId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 20,
    select: { id: true, platform: true, status: true, version: true },
  });
}

export const reads = { findBuildSurroundings, listNearbyBuilds, listDeploymentsOf };
