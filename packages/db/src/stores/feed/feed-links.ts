import { newId } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

export interface FeedLinkKey {
  readonly projectId: number;
  readonly userId: number;
}

/** Gives a person a new feed address for a project. Their previous address stops working. */
export async function renewFeedLink({ prisma }: DatabaseHandle, key: FeedLinkKey): Promise<void> {
  const id = newId();
  await prisma.feedLink.upsert({
    where: { projectId_userId: key },
    create: { ...key, id },
    update: { id, createdAt: new Date() },
  });
}
