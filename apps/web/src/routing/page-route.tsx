import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { sessionQuery } from '../data/session.js';
import { ProjectPages, Shell } from '../shell/shell.js';
import { NotFound } from '../ui/not-found.js';
import { ErrorState } from '../ui/panel.js';
import type { Filters, PageDeclaration } from './page.js';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<PageDeclaration> {}
}

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: ({ context }) => context.queries.ensureQueryData(sessionQuery).then(() => undefined),
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
  notFoundComponent: () => <NotFound />,
});

const PROJECT = '/projects/$projectId';

export const project = createRoute({
  getParentRoute: () => root,
  path: PROJECT,
  component: ProjectPages,
  params: {
    parse: ({ projectId }) => ({ projectId: Number(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
});

/** Loads a page's module. Its type is open: pages use the types of the routes, which would depend on themselves. */
type Load = () => Promise<unknown>;

function optionsOf<Filter extends string>(declaration: PageDeclaration<string, Filter>, load: Load, name: string) {
  return {
    component: lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, name),
    validateSearch: (search: Record<string, unknown>) => search as Filters<Filter>['values'],
    staticData: declaration,
  };
}

export function accountPage<const Path extends string, const Filter extends string = never>(
  declaration: PageDeclaration<Path, Filter>,
  load: Load,
  name: string,
) {
  return createRoute({
    getParentRoute: () => root,
    path: declaration.path,
    ...optionsOf(declaration, load, name),
  });
}

export function projectPage<const Path extends string, const Filter extends string = never>(
  declaration: PageDeclaration<`${typeof PROJECT}${Path}`, Filter>,
  load: Load,
  name: string,
) {
  return createRoute({
    getParentRoute: () => project,
    path: declaration.path.slice(PROJECT.length) as Path,
    ...optionsOf(declaration, load, name),
  });
}
