import type { DatabaseHandle } from '../../database.js';
import { announceChange } from '../../live-changes.js';

interface SavedRules {
  readonly projectId: number;
  readonly text: string;
  readonly userId: number;
  readonly savedAt: Date;
}

/** Replaces the ownership rules of a project. */
export async function saveOwnership(tx: DatabaseHandle, { projectId, ...rules }: SavedRules): Promise<void> {
  await tx.prisma.ownershipRules.upsert({
    where: { projectId },
    create: { projectId, ...rules },
    update: rules,
  });
  await announceChange(tx, projectId, 'problem');
}
