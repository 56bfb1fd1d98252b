import { hasCommit } from '../../commit-names.js';
import type { DatabaseHandle } from '../../database.js';
import { withNumbers } from '../../numbers.js';
import type { Found } from '../../records.js';
import { listBuildsOfChanges } from '../builds/builds-of-changes.js';

/** The most changes, builds and deployments shown for one task. */
const MAX_LINKS = 50;

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** The changes that mentioned the task most recently, and the newest builds and deployments of those changes. */
export async function findTaskLinks(on: DatabaseHandle, projectId: number, taskId: number) {
  const changes = await listLinkedChanges(on, projectId, taskId);
  if (changes.length === 0) return { changes: [], buildRuns: [], deployments: [] };
  const identifiers = changes.map(({ identifier }) => identifier);
  const buildRuns = await listBuildsOfChanges(on, { projectId, identifiers, count: MAX_LINKS });
  const deployments = await on.prisma.deployment.findMany({
    where: { projectId, OR: [{ buildRunId: { in: buildRuns.map(({ id }) => id) } }, hasCommit(identifiers)] },
    orderBy: newestFirst,
    take: MAX_LINKS,
    select: { number: true, id: true, status: true, platform: true, branch: true },
  });
  return {
    changes: changes.map(withNumbers),
    buildRuns,
    deployments: deployments.map(withNumbers),
  };
}

export type TaskLinksRecord = Found<typeof findTaskLinks>;

async function listLinkedChanges({ prisma }: DatabaseHandle, projectId: number, taskId: number) {
  const links = await prisma.taskLink.findMany({
    where: { taskId, projectId },
    orderBy: { changeId: 'desc' },
    take: MAX_LINKS,
    select: { changeId: true },
  });
  return prisma.change.findMany({
    where: { id: { in: links.map(({ changeId }) => changeId) }, projectId },
    orderBy: [{ timestamp: 'desc' }, { id: 'desc' }],
    select: { id: true, identifier: true, sourceType: true, displayIdentifier: true },
  });
}
