import type { Parameters } from '@slipway/contracts';
import {
  getRouteApi,
  type RegisteredRouter,
  type RouteApi,
  type RouteIds,
  useNavigate,
} from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { type Query, readFilters } from './search.js';

export interface Place {
  readonly group: 'workspace' | 'project' | 'you' | 'account' | 'help';
  readonly order: number;
  readonly keys?: string;
  readonly isForOwners?: boolean;
}

/** What the router, the navigation and the command menu know about a page before its code is loaded. */
export interface PageDeclaration<Path extends string = string, Filter extends string = string> {
  /** The address, with `$name` as a placeholder for an id. */
  readonly path: Path;
  readonly label: string;
  /** The heading of the page, if it differs from the label. */
  readonly title?: string;
  readonly icon?: LucideIcon;
  /** A page without a place is reached from other pages. */
  readonly place?: Place;
  readonly words?: string;
  readonly filters?: readonly Filter[];
}

export interface Filters<Name extends string> {
  readonly values: { readonly [N in Name]?: string | undefined };
  /** An empty value removes the filter. Back returns to the filters before, unless the entry is replaced. */
  set(name: Name, value: string, entry?: { readonly replaces: boolean }): void;
  /** Sets all filters at once: those that are not named are removed. */
  setAll(values: { readonly [N in Name]?: string | undefined }): void;
  clear(): void;
  /** Whether a filter is set: how a list is laid out is none. */
  readonly isSet: boolean;
}

/** Part of the address, but not filters. */
const LAYOUTS: readonly string[] = ['view', 'column', 'sort'];

type PageId = RouteIds<RegisteredRouter['routeTree']>;

interface Page<Path extends string, Filter extends string> {
  useParams: RouteApi<Path>['useParams'];
  useFilters<P extends Parameters = Record<never, never>>(
    parameters?: P,
  ): Filters<Filter> & { readonly query: Pick<Query<P>, Filter & keyof P> };
}

/**
 * Declares a page at the top of its file. `npm run generate` copies the declaration to `registry.ts`, because the file
 * itself is loaded only when the page is first opened. The declaration may therefore use icons from lucide-react but no
 * other imports.
 */
export function definePage<const Path extends PageId, const Filter extends string = never>({
  path,
}: PageDeclaration<Path, Filter>): Page<Path, Filter> {
  const route = getRouteApi<Path>(path);
  return {
    useParams: route.useParams,
    useFilters(parameters) {
      const search = route.useSearch() as Filters<Filter>['values'];
      const { values, query } = useMemo(() => readFilters(search, parameters ?? {}), [search, parameters]);
      const navigate = useNavigate();
      // The page stays where it is: a filter may be set far below its top.
      const setAll = (search: Filters<Filter>['values']) => void navigate({ to: '.', search, resetScroll: false });
      return {
        values: values as Filters<Filter>['values'],
        query: query as never,
        set: (name, value, { replaces } = { replaces: false }) =>
          void navigate({
            to: '.',
            search: (before) => ({ ...before, [name]: value || undefined }),
            replace: replaces,
            resetScroll: false,
          }),
        setAll,
        clear: () => setAll({}),
        isSet: Object.entries(values).some(([name, value]) => value && !LAYOUTS.includes(name)),
      };
    },
  };
}
