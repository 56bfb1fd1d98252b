import { type RegisteredRouter, useMatches, useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useOpenProject } from '../data/session.js';
import type { Place } from '../routing/page.js';

type PagePath = keyof RegisteredRouter['routesByPath'];
type AccountPath = Exclude<PagePath, `${string}$${string}`>;
type ProjectPath = Exclude<
  Extract<PagePath, `/projects/$projectId/${string}`>,
  `${string}$${string}$${string}` | `${string}/`
>;

export type PageLink =
  | { readonly to: AccountPath }
  | { readonly to: ProjectPath; readonly params: { readonly projectId: number } };

export interface NavigationEntry {
  readonly link: PageLink;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly place: Place;
  readonly words: string;
}

const isOfAccount = (path: PagePath): path is AccountPath => !path.includes('$');
const isOfProject = (path: PagePath): path is ProjectPath => /^\/projects\/\$projectId\/[^$]+$/.test(path);

/** The link to a page of the account or of a project; null for a record's page. */
function linkTo(path: PagePath, projectId: number): PageLink | null {
  if (isOfAccount(path)) return { to: path };
  return isOfProject(path) ? { to: path, params: { projectId } } : null;
}

/** Lists the pages of a group; for the group `project`, those of one project. */
export function useNavigation(): (group: Place['group'], projectId?: number) => readonly NavigationEntry[] {
  const { routesByPath } = useRouter();
  return useMemo(() => {
    const pages = Object.values(routesByPath)
      .flatMap(({ fullPath, options: { staticData: { label, icon, place, words = '' } = {} } }) =>
        label && icon && place ? [{ path: fullPath, label, icon, place, words }] : [],
      )
      .toSorted((a, b) => a.place.order - b.place.order);
    return (group, projectId = 0) =>
      pages.flatMap(({ path, ...page }) => {
        const link = page.place.group === group ? linkTo(path, projectId) : null;
        return link ? [{ ...page, link }] : [];
      });
  }, [routesByPath]);
}

/** The pages above the open page in its address, such as the list that contains a record. */
export function usePagesAbove(): readonly { readonly label: string; readonly link: PageLink }[] {
  const { routesByPath } = useRouter();
  const projectId = useOpenProject()?.id;
  const open = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  // There is nothing above a page of a project that does not exist.
  if (open.startsWith('/projects/') && projectId === undefined) return [];
  return Object.values(routesByPath).flatMap(({ fullPath, options: { staticData: { label } = {} } }) => {
    const link = fullPath !== '/' && open.startsWith(`${fullPath}/`) ? linkTo(fullPath, projectId ?? 0) : null;
    return label && link ? [{ label, link }] : [];
  });
}
