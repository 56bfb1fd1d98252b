import type { DatabaseHandle } from '../../database.js';
import { fromJson, toJson } from '../../json.js';
import type { JobBuild } from '../../reads/builds/build-points.js';

/** A job whose logs are compared with each other. */
export type BaselineJob = Pick<JobBuild, 'projectId' | 'integrationId' | 'jobKey'>;

/** The baseline of a job's passing builds, and the newest build in it. */
export interface StoredBaseline<B> {
  readonly baseline: B;
  readonly buildRunId: number;
  /** When that build finished, in epoch milliseconds. */
  readonly finishedAt: number;
}

/** Jobs appear and disappear with branches and experiments; the least recently used baselines are deleted. */
const JOBS_PER_PROJECT = 200;
/** Until a build of the job passes. */
const NO_BUILD = 0;

/** A job's baseline. `B` is the type it was saved with. */
export async function findBaseline<B>(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, projectId }: BaselineJob,
): Promise<StoredBaseline<B> | null> {
  const stored = await prisma.buildBaseline.findFirst({ where: { integrationId, jobKey, projectId } });
  if (stored === null || Number(stored.buildRunId) === NO_BUILD) return null;
  const { baseline, buildRunId, finishedAt } = stored;
  return { baseline: fromJson(baseline), buildRunId: Number(buildRunId), finishedAt: finishedAt.getTime() };
}

/** Saves a job's baseline, unless one with a newer build is stored. Returns whether it was saved. */
export async function saveBaseline<B>(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, projectId }: BaselineJob,
  stored: StoredBaseline<B>,
): Promise<boolean> {
  const { buildRunId } = stored;
  const finishedAt = new Date(stored.finishedAt);
  const content = { baseline: toJson(stored.baseline), buildRunId, finishedAt };
  const created = await prisma.buildBaseline.createMany({
    data: { integrationId, jobKey, projectId, ...content },
    skipDuplicates: true,
  });
  if (created.count === 1) return true;
  const updated = await prisma.buildBaseline.updateMany({
    where: {
      integrationId,
      jobKey,
      projectId,
      OR: [{ finishedAt: { lt: finishedAt } }, { finishedAt, buildRunId: { lt: buildRunId } }],
    },
    data: content,
  });
  return updated.count === 1;
}

/** What the latest builds of a job printed. `P` is the type it was saved with. */
export async function findJobPast<P>(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, projectId }: BaselineJob,
): Promise<{ readonly past: P; readonly finishedAt: number } | null> {
  const stored = await prisma.buildBaseline.findFirst({
    where: { integrationId, jobKey, projectId },
    select: { past: true, pastFinishedAt: true },
  });
  if (stored?.pastFinishedAt == null) return null;
  return { past: fromJson(stored.past), finishedAt: stored.pastFinishedAt.getTime() };
}

/** Saves a job's past, unless one with a newer build is stored. Returns whether it was saved. */
export async function saveJobPast<P>(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, projectId }: BaselineJob,
  stored: { readonly past: P; readonly finishedAt: number; readonly emptyBaseline: unknown },
): Promise<boolean> {
  const pastFinishedAt = new Date(stored.finishedAt);
  const content = { past: toJson(stored.past), pastFinishedAt };
  const none = { baseline: toJson(stored.emptyBaseline), buildRunId: NO_BUILD, finishedAt: new Date(0) };
  const job = { integrationId, jobKey, projectId };
  const created = await prisma.buildBaseline.createMany({
    data: { ...job, ...none, ...content },
    skipDuplicates: true,
  });
  if (created.count === 1) return true;
  const isNewer = { OR: [{ pastFinishedAt: null }, { pastFinishedAt: { lt: pastFinishedAt } }] };
  const updated = await prisma.buildBaseline.updateMany({ where: { ...job, ...isNewer }, data: content });
  return updated.count === 1;
}

/** Deletes a project's baselines beyond the limit. */
export async function trimBaselines({ prisma }: DatabaseHandle, projectId: number): Promise<number> {
  const old = await prisma.buildBaseline.findMany({
    where: { projectId },
    orderBy: { updatedAt: 'desc' },
    skip: JOBS_PER_PROJECT,
    select: { integrationId: true, jobKey: true },
  });
  if (old.length === 0) return 0;
  const { count } = await prisma.buildBaseline.deleteMany({ where: { projectId, OR: old } });
  return count;
}
