import type { DatabaseHandle } from '../../database.js';
import { withNumbers } from '../../numbers.js';
import { changeLink } from '../changes/linked-changes.js';
import type { ReferenceRecord } from './references.js';

/** How many of a tracker item's changes and tasks a list names. */
const MAX_NAMED = 3;

/** The names of the newest changes and tasks that mention each of these tracker items. */
async function nameMentions({ prisma }: DatabaseHandle, projectId: number, items: readonly ReferenceRecord[]) {
  const changeIds = items.flatMap((item) => item.changeIds.slice(0, MAX_NAMED));
  const taskIds = items.flatMap((item) => item.taskIds.slice(0, MAX_NAMED));
  const [changes, tasks] = await Promise.all([
    prisma.change.findMany({ where: { projectId, id: { in: changeIds } }, select: changeLink }),
    prisma.task.findMany({
      where: { projectId, id: { in: taskIds } },
      select: { id: true, title: true, state: true },
    }),
  ]);
  return { changes: changes.map(withNumbers), tasks };
}

/** The number of tracker items by tracker and state in a project. */
async function countReferences({ prisma }: DatabaseHandle, projectId: number) {
  const groups = await prisma.externalReference.groupBy({
    by: ['provider', 'state'],
    where: { projectId, removedAt: null },
    _count: true,
    orderBy: [{ provider: 'asc' }, { state: 'asc' }],
  });
  return groups.map(({ _count: count, ...group }) => ({ ...group, count }));
}

export const reads = { nameMentions, countReferences };
