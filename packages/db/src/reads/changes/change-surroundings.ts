import type {
  ApprovalStatus,
  BuildStatus,
  DeploymentStatus,
  FileAction,
  Platform,
  TaskState,
} from '@slipway/contracts';
import { hasCommit } from '../../commit-names.js';
import type { DatabaseHandle } from '../../database.js';
import { listBuildsOfChanges } from '../builds/builds-of-changes.js';

/** What became of a change, and where it came from. */
export interface ChangeSurroundings {
  readonly branch: string;
  readonly repository: string;
  readonly url: string;
  readonly authorUserId: number | null;
  /** How many of its files have each action. */
  readonly fileActions: Readonly<Partial<Record<FileAction, number>>>;
  /** Newest first, like the deployments. */
  readonly builds: readonly {
    readonly id: number;
    readonly jobName: string;
    readonly buildNumber: string;
    readonly status: BuildStatus;
    readonly durationSeconds: number | null;
    readonly createdAt: Date;
  }[];
  readonly deployments: readonly {
    readonly id: string;
    readonly platform: Platform;
    readonly status: DeploymentStatus;
    readonly version: string;
    readonly createdAt: Date;
  }[];
  readonly approvals: readonly {
    readonly id: string;
    readonly assetId: string;
    readonly assetName: string;
    readonly status: ApprovalStatus;
    readonly decidedAt: Date | null;
  }[];
  readonly tasks: readonly { readonly id: number; readonly title: string; readonly state: TaskState }[];
}

const MAX_SHOWN = 50;
const newest = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** The builds, deployments, approvals and tasks of a change in the project. */
async function findChangeSurroundings(
  on: DatabaseHandle,
  projectId: number,
  changeId: number,
): Promise<ChangeSurroundings | null> {
  const change = await on.prisma.change.findUnique({
    where: { id: changeId, projectId },
    select: {
      identifier: true,
      branch: true,
      repository: true,
      url: true,
      authorUserId: true,
      taskLinks: { select: { task: { select: { id: true, title: true, state: true } } }, take: MAX_SHOWN },
    },
  });
  if (change === null) return null;
  const { identifier, taskLinks, ...source } = change;
  const builds = await listBuildsOfChanges(on, { projectId, identifiers: [identifier], count: MAX_SHOWN });
  const [deployments, approvals, fileActions] = await Promise.all([
    listDeployments(on, projectId, { identifier, buildIds: builds.map(({ id }) => id) }),
    listApprovals(on, projectId, identifier),
    countFileActions(on, changeId),
  ]);
  return { ...source, fileActions, builds, deployments, approvals, tasks: taskLinks.map(({ task }) => task) };
}

async function countFileActions({ prisma }: DatabaseHandle, changeId: number) {
  const counts = await prisma.changeFile.groupBy({ by: ['action'], where: { changeId }, _count: true });
  return Object.fromEntries(counts.map(({ action, _count }) => [action, _count]));
}

interface Shipped {
  readonly identifier: string;
  readonly buildIds: readonly number[];
}

function listDeployments({ prisma }: DatabaseHandle, projectId: number, { identifier, buildIds }: Shipped) {
  return prisma.deployment.findMany({
    where: { projectId, OR: [{ buildRunId: { in: [...buildIds] } }, hasCommit([identifier])] },
    orderBy: [...newest],
    take: MAX_SHOWN,
    select: { id: true, platform: true, status: true, version: true, createdAt: true },
  });
}

async function listApprovals({ prisma }: DatabaseHandle, projectId: number, commitSha: string) {
  const rows = await prisma.approval.findMany({
    where: { projectId, commitSha },
    orderBy: [...newest],
    take: MAX_SHOWN,
    select: { id: true, assetId: true, status: true, decidedAt: true, asset: { select: { name: true } } },
  });
  return rows.map(({ asset, ...approval }) => ({ ...approval, assetName: asset.name }));
}

export const reads = { findChangeSurroundings };
