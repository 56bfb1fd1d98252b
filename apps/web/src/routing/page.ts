import {
  getRouteApi,
  type RegisteredRouter,
  type RouteApi,
  type RouteIds,
  useNavigate,
} from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** Where the navigation lists a page, and in which order. */
export interface Place {
  readonly group: 'workspace' | 'project' | 'you' | 'account' | 'help';
  readonly order: number;
  /** The keys that lead there, such as `g h`. */
  readonly keys?: string;
  /** Members do not see it in the navigation. */
  readonly isForOwners?: boolean;
}

/** What the router, the navigation and the command menu know of a page before its code is loaded. */
export interface PageDeclaration<Path extends string = string, Filter extends string = string> {
  /** The address, with `$name` in place of an id. */
  readonly path: Path;
  /** Its name in the navigation, the breadcrumb, the tab of the browser and the command menu. */
  readonly label: string;
  /** The heading of the page, where it is not the label. */
  readonly title?: string;
  readonly icon?: LucideIcon;
  /** Pages without a place are reached from others. */
  readonly place?: Place;
  /** Further words by which the command menu finds it. */
  readonly words?: string;
  /** The filters that its address may have. */
  readonly filters?: readonly Filter[];
}

/** The filters in the address of a page, and how to set them. */
export interface Filters<Name extends string> {
  readonly values: { readonly [N in Name]?: string | undefined };
  /** An empty value removes the filter. */
  set(name: Name, value: string): void;
  clear(): void;
}

type PageId = RouteIds<RegisteredRouter['routeTree']>;

interface Page<Path extends string, Filter extends string> {
  useParams: RouteApi<Path>['useParams'];
  useFilters(): Filters<Filter>;
}

/**
 * Declares a page at the top of its file. `npm run generate` copies the declaration to `registry.ts`, because the file
 * itself is loaded when the page is first opened: it may name icons of lucide-react, and nothing else from outside.
 */
export function definePage<const Path extends PageId, const Filter extends string = never>({
  path,
}: PageDeclaration<Path, Filter>): Page<Path, Filter> {
  const route = getRouteApi<Path>(path);
  return {
    useParams: route.useParams,
    useFilters() {
      const values = route.useSearch() as Filters<Filter>['values'];
      const navigate = useNavigate();
      return {
        values,
        set: (name, value) =>
          void navigate({
            to: '.',
            search: (before) => ({ ...before, [name]: value || undefined }),
            replace: true,
          }),
        clear: () => void navigate({ to: '.', search: {}, replace: true }),
      };
    },
  };
}
