import type { SavedList } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import type { ViewPlace } from '../../stores/saved-views/saved-views.js';

export interface SavedViewRecord {
  readonly id: number;
  readonly userId: number;
  readonly list: SavedList;
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly isShared: boolean;
}

/** The person's own views and the shared ones of a project's lists, or of the account-wide lists, by name. */
async function listSavedViews(
  { prisma }: DatabaseHandle,
  place: ViewPlace,
  userId: number,
): Promise<SavedViewRecord[]> {
  const views = await prisma.savedView.findMany({
    where: { ...place, OR: [{ userId }, { isShared: true }] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, userId: true, list: true, name: true, filters: true, isShared: true },
  });
  // Only the console writes them, in these forms.
  return views as unknown as SavedViewRecord[];
}

export const reads = { listSavedViews };
