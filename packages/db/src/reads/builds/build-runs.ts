import { type BuildStatus, ENDED_STATUSES } from '@slipway/contracts';
import { isDuration, secondsBetween } from '@slipway/domain';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import type { Prisma } from '../../generated/client.js';
import { withNumbers } from '../../numbers.js';
import type { Found } from '../../records.js';
import { PLAIN_BUILD_FIELDS } from '../../stores/apply/builds/build-runs.js';
import { findInvestigation } from './investigations.js';
import { findUploadedOutput, type UploadedOutput } from './uploaded-logs.js';

const names = [
  'id',
  'projectId',
  'status',
  'buildType',
  'jobName',
  'buildNumber',
  ...PLAIN_BUILD_FIELDS,
  'startedAt',
  'finishedAt',
  'hasLog',
  'createdAt',
  'updatedAt',
] as const;

/** The columns of a build run in lists. `alias` names the table in the statement. */
export const buildRunColumns = (alias?: string) => pick(columnsOf('BuildRun', alias), ...names);

const columns = buildRunColumns();

export interface BuildRunRecord extends RowOf<typeof columns> {}

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

const detail = {
  steps: { omit: { buildRunId: true } },
  artifacts: { select: { name: true, sizeBytes: true, url: true }, orderBy: { name: 'asc' } },
} as const;

/** A build run with its steps, artifacts and latest investigation. */
async function findBuildRun(on: DatabaseHandle, projectId: number, buildRunId: number) {
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

export type BuildRunDetailRecord = Found<typeof findBuildRun>;

type Step = Prisma.BuildStepGetPayload<{ omit: { buildRunId: true } }>;

/** Orders steps by position, then by the time they began. */
function inOrder(a: Step, b: Step): number {
  const begunAt = ({ startedAt, statusAt }: Step) => (startedAt ?? statusAt).getTime();
  return a.position - b.position || begunAt(a) - begunAt(b) || (a.name < b.name ? -1 : 1);
}

async function findBuildStatus(
  { prisma }: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<BuildStatus | null> {
  const run = await prisma.buildRun.findUnique({ where: { id: buildRunId, projectId }, select: { status: true } });
  return run?.status ?? null;
}

const NO_LOG = { content: '', truncated: false };

/** The output of a build run: what was uploaded, otherwise what a report contained. */
export interface BuildLogRecord {
  /** Empty if nothing was reported. */
  readonly content: string;
  readonly truncated: boolean;
  readonly uploaded: UploadedOutput | null;
}

/** The output of a build run; null if there is no such run. */
async function findBuildLog(
  on: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<BuildLogRecord | null> {
  const uploaded = await findUploadedOutput(on, { projectId, buildRunId });
  if (uploaded !== null) return { content: '', truncated: uploaded.truncated, uploaded };
  const run = await on.prisma.buildRun.findUnique({
    where: { id: buildRunId, projectId },
    select: { log: { select: { content: true, truncated: true } } },
  });
  return run && { ...(run.log ?? NO_LOG), uploaded };
}

export const reads = { findBuildRun, findBuildStatus, findBuildLog };
