import { hasCommit } from '../../commit-names.js';
import type { DatabaseHandle } from '../../database.js';
import type { ChangeDetailRecord } from './changes.js';

const MAX_SHOWN = 50;
const newest = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** What the page of a change shows besides it: its deployments, approvals and tasks, and the kinds of its files. */
async function findChangeSurroundings(
  { prisma }: DatabaseHandle,
  { id, projectId, identifier, buildRuns, taskIds }: ChangeDetailRecord,
) {
  const [deployments, approvals, actions, tasks] = await Promise.all([
    prisma.deployment.findMany({
      where: {
        projectId,
        OR: [{ buildRunId: { in: buildRuns.map((build) => build.id) } }, hasCommit([identifier])],
      },
      orderBy: newest,
      take: MAX_SHOWN,
      select: { id: true, platform: true, status: true, version: true, createdAt: true },
    }),
    prisma.approval.findMany({
      where: { projectId, commitSha: identifier },
      orderBy: newest,
      take: MAX_SHOWN,
      select: { id: true, assetId: true, status: true, decidedAt: true, asset: { select: { name: true } } },
    }),
    prisma.changeFile.groupBy({ by: ['action'], where: { changeId: id }, _count: true }),
    prisma.task.findMany({
      where: { projectId, id: { in: taskIds.slice(0, MAX_SHOWN) } },
      orderBy: { id: 'asc' },
      select: { id: true, title: true, state: true },
    }),
  ]);
  return {
    deployments,
    approvals: approvals.map(({ asset, ...approval }) => ({ ...approval, assetName: asset.name })),
    /** How many of its files have each action. */
    fileActions: Object.fromEntries(actions.map(({ action, _count }) => [action, _count])),
    tasks,
  };
}

export const reads = { findChangeSurroundings };
