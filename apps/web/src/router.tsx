import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { queryClient } from './data/client.js';
import { accountPages, projectPages } from './registry.js';
import { project, root } from './routing/page-route.js';
import { readSearch, writeSearch } from './routing/search.js';
import { ErrorState, SkeletonRows } from './ui/panel.js';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  staticData: { label: 'Settings' },
  beforeLoad: () => {
    throw redirect({ to: '/settings/tokens' });
  },
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$projectId/builds', params });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([...accountPages, settings, project.addChildren([...projectPages, projectHome])]),
  context: { queries: queryClient },
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  // By default, a skeleton stays for at least half a second once it is shown.
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <SkeletonRows />,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
  scrollRestoration: true,
});
