import {
  BUILD_TYPES,
  type BuildStatus,
  type BuildType,
  ENDED_STATUSES,
  TARGET_TYPES,
  type TargetType,
} from '@slipway/contracts';
import { isDuration, secondsBetween } from '@slipway/domain';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, rowVersion, type Versioned } from '../../define-page.js';
import { hiddenId, limited, mergeWalks, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { withNumbers } from '../../numbers.js';
import { empty, type Sql, sql } from '../../sql.js';
import { findInvestigation, type InvestigationRecord } from './investigations.js';

const names = [
  'id',
  'projectId',
  'status',
  'buildType',
  'targetType',
  'jobName',
  'buildNumber',
  'commitHash',
  'changelist',
  'branch',
  'buildUrl',
  'durationSeconds',
  'startedAt',
  'finishedAt',
  'hasLog',
  'createdAt',
  'updatedAt',
] as const;

/** The columns of a build run in lists. `alias` names the table in the statement. */
export const buildRunColumns = (alias?: string) => pick(columnsOf('BuildRun', alias), ...names);

const columns = buildRunColumns();

/** A build run as lists show it. */
export interface BuildRunRecord extends RowOf<typeof columns> {}

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

/** A build run with its steps, artifacts and latest investigation. */
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

type BuildRunPage = BuildRunFilter & PageRequest & { readonly projectId: number };

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`bigint` };
const order = newestFirst(keyset);
const EXAMPLE: BuildRunPage = {
  projectId: 1,
  count: 1,
  after: { at: 0, id: '1' },
  status: 'failed',
  buildType: undefined,
  targetType: undefined,
};

const buildRunPage = definePage({
  name: 'list build runs',
  columns: { ...columns, rowVersion: rowVersion(sql`id`, sql`writer`, sql`updated_at`) },
  version: ['rowVersion'],
  prepared: true,
  examples: [EXAMPLE, { ...EXAMPLE, after: null, status: undefined, buildType: 'unreal' }],
  build: ({ projectId, status, count, after, ...types }: BuildRunPage, select) => {
    const walks = typeConditions(types).map(
      (ofTypes) => sql`SELECT *, xmin AS writer FROM build_runs
        WHERE project_id = ${hiddenId(projectId)} ${when(status, (value) => sql`status = ${value}::build_status`)} ${ofTypes}
          ${olderThan(after, keyset)}
        ORDER BY ${order} ${limited(count)}`,
    );
    return sql`SELECT ${select} FROM (${mergeWalks(walks, order, count)}) page ORDER BY ${order}`;
  },
});

/** One condition per matching pair of build type and target type: one index has both columns before the time. */
export function typeConditions({
  buildType,
  targetType,
}: Pick<BuildRunFilter, 'buildType' | 'targetType'>): readonly Sql[] {
  if (buildType === undefined && targetType === undefined) return [empty];
  const targets = targetType === undefined ? TARGET_TYPES : [targetType];
  return (buildType === undefined ? BUILD_TYPES : [buildType]).flatMap((type) =>
    targets.map((target) => sql`AND build_type = ${type}::engine AND target_type = ${target}::target_type`),
  );
}

const ENDED: ReadonlySet<BuildStatus> = new Set(ENDED_STATUSES);

type BuildTimes = Pick<BuildRunRecord, 'status' | 'startedAt' | 'finishedAt' | 'durationSeconds'>;

/** Adds derived fields. A start known only by its time of receipt may lie after the finish. */
export function toBuildRun<Run extends BuildTimes>(run: Run): Run {
  const { startedAt, finishedAt } = run;
  const elapsed = startedAt && finishedAt && secondsBetween(startedAt.getTime(), finishedAt.getTime());
  const seconds = [run.durationSeconds, elapsed].find((each) => each !== null && isDuration(each)) ?? null;
  return {
    ...run,
    startedAt: startedAt && finishedAt && startedAt > finishedAt ? finishedAt : startedAt,
    durationSeconds: ENDED.has(run.status) ? seconds : null,
  };
}

/** A page of the project's matching build runs, newest first. */
async function listBuildRuns(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: BuildRunFilter,
  page: PageRequest,
): Promise<Versioned<BuildRunRecord>[]> {
  const rows = await buildRunPage.rows.all(pool, { ...filter, ...page, projectId });
  return rows.map(toBuildRun);
}

const detail = {
  steps: { omit: { buildRunId: true } },
  artifacts: { select: { name: true, sizeBytes: true, url: true }, orderBy: { name: 'asc' } },
} as const;

/** One of the project's build runs, with its steps, artifacts and latest investigation. */
async function findBuildRun(
  on: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<BuildRunDetailRecord | null> {
  const run = await on.prisma.buildRun.findUnique({ where: { id: buildRunId, projectId }, include: detail });
  if (run === null) return null;
  const { steps, artifacts, ...row } = run;
  return {
    ...toBuildRun(withNumbers(row)),
    steps: steps.toSorted(inOrder),
    artifacts: artifacts.map(withNumbers),
    investigation: await findInvestigation(on, buildRunId),
  };
}

interface PlacedStep extends BuildStepRecord {
  readonly position: number;
  readonly statusAt: Date;
}

/** Orders steps by position, then by the time they began. */
function inOrder(a: PlacedStep, b: PlacedStep): number {
  const begunAt = ({ startedAt, statusAt }: PlacedStep) => (startedAt ?? statusAt).getTime();
  return a.position - b.position || begunAt(a) - begunAt(b) || (a.name < b.name ? -1 : 1);
}

/** The status of a build run in the project. */
async function findBuildStatus(
  { prisma }: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<BuildStatus | null> {
  const run = await prisma.buildRun.findUnique({ where: { id: buildRunId, projectId }, select: { status: true } });
  return run?.status ?? null;
}

/** The version of such a page. */
function findBuildRunPageVersion(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: BuildRunFilter,
  page: PageRequest,
) {
  return buildRunPage.readVersion(pool, { ...filter, ...page, projectId });
}

export const reads = { listBuildRuns, findBuildRunPageVersion, findBuildRun, findBuildStatus };
