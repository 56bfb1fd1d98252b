import type { ModelColumns, RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { withNumbers } from '../../numbers.js';

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

export async function listLinkedBuilds(
  { prisma }: DatabaseHandle,
  projectId: number,
  ids: readonly number[],
): Promise<BuildLinkRecord[]> {
  if (ids.length === 0) return [];
  const builds = await prisma.buildRun.findMany({ where: { projectId, id: { in: [...ids] } }, select: link });
  return builds.map(withNumbers);
}
