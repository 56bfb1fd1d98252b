import type { SavedList } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { isUniqueViolation } from '../../outage.js';

export type ViewFilters = Readonly<Record<string, string>>;

/** The lists that a view belongs to: those of a project, or those of an account across its projects. */
export type ViewPlace = { readonly projectId: number } | { readonly accountId: number };

export interface NewSavedView {
  readonly place: ViewPlace;
  readonly userId: number;
  readonly list: SavedList;
  readonly name: string;
  readonly filters: ViewFilters;
  readonly isShared: boolean;
}

/** How many views a person can save in a project, and as many for the account-wide lists. */
export const MAX_SAVED_VIEWS = 100;

/** Saves a view. Returns why it was not saved, or null. */
export async function saveView(
  { prisma }: DatabaseHandle,
  { place, userId, list, name, filters, isShared }: NewSavedView,
): Promise<'too_many' | 'same_name' | null> {
  if ((await prisma.savedView.count({ where: { ...place, userId } })) >= MAX_SAVED_VIEWS) return 'too_many';
  const { count } = await prisma.savedView.createMany({
    data: [{ ...place, userId, list, name, filters, isShared }],
    skipDuplicates: true,
  });
  return count === 0 ? 'same_name' : null;
}

/** A view, and the person who changes it. */
export interface OwnView {
  readonly id: number;
  readonly place: ViewPlace;
  readonly userId: number;
}

export interface ViewEdit {
  readonly name: string | undefined;
  readonly filters: ViewFilters | undefined;
  readonly isShared: boolean | undefined;
}

/** Changes a person's own view. Returns why it was not changed, or null. */
export async function updateView(
  { prisma }: DatabaseHandle,
  { id, place, userId }: OwnView,
  { name, filters, isShared }: ViewEdit,
): Promise<'not_found' | 'same_name' | null> {
  try {
    const { count } = await prisma.savedView.updateMany({
      where: { ...place, id, userId },
      data: {
        ...(name !== undefined && { name }),
        ...(filters !== undefined && { filters }),
        ...(isShared !== undefined && { isShared }),
      },
    });
    return count === 0 ? 'not_found' : null;
  } catch (error) {
    if (isUniqueViolation(error)) return 'same_name';
    throw error;
  }
}

/** Deletes a view that the person saved, or any shared one for an owner. Returns whether it existed. */
export async function deleteView(
  { prisma }: DatabaseHandle,
  { id, place, userId }: OwnView,
  { isOwner }: { readonly isOwner: boolean },
): Promise<boolean> {
  const { count } = await prisma.savedView.deleteMany({
    where: { ...place, id, OR: [{ userId }, ...(isOwner ? [{ isShared: true }] : [])] },
  });
  return count > 0;
}
