import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './data/client.js';
import { sessionQuery } from './data/session.js';
import { Shell } from './shell/shell.js';
import type { Crumb } from './shell/top-bar.js';
import { ErrorState, SkeletonRows } from './ui/states.js';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The steps from the project or account to this page. */
    crumbs?: readonly Crumb[];
  }
  interface Register {
    router: typeof router;
  }
}

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: ({ context }) => context.queries.ensureQueryData(sessionQuery).then(() => undefined),
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found.js'), 'NotFoundPage'),
});

/** A page of the workspace: its code is loaded when it is first opened. */
function page<Path extends string>(
  path: Path,
  crumbs: readonly Crumb[],
  load: () => Promise<Record<string, unknown>>,
  name: string,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load as never, name as never),
    validateSearch: keepStrings,
    staticData: { crumbs },
  });
}

/** Filters live in the address, as plain strings. */
function keepStrings(search: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value == null ? undefined : String(value)]),
  );
}

const routes = [
  page('/', [{ label: 'Home' }], () => import('./pages/home/home-page.js'), 'HomePage'),
  page('/feed', [{ label: 'Feed' }], () => import('./pages/feed/feed-page.js'), 'FeedPage'),
  page(
    '/approvals',
    [{ label: 'Approvals' }],
    () => import('./pages/approvals/approvals-page.js'),
    'ApprovalsPage',
  ),
  page(
    '/deliveries',
    [{ label: 'Deliveries' }],
    () => import('./pages/deliveries/deliveries-page.js'),
    'DeliveriesPage',
  ),
  page('/insights', [{ label: 'Metrics' }], () => import('./pages/metrics/metrics-page.js'), 'MetricsPage'),
  page(
    '/connect',
    [{ label: 'Connect a client' }],
    () => import('./pages/connect/connect-page.js'),
    'ConnectPage',
  ),
  page(
    '/projects/$projectId/builds',
    [{ label: 'Builds' }],
    () => import('./pages/builds/builds-page.js'),
    'BuildsPage',
  ),
  page(
    '/projects/$projectId/builds/$buildId',
    [{ label: 'Builds', to: '/projects/$projectId/builds' }, { label: 'Build' }],
    () => import('./pages/builds/build-page.js'),
    'BuildPage',
  ),
  page(
    '/projects/$projectId/changes',
    [{ label: 'Changes' }],
    () => import('./pages/changes/changes-page.js'),
    'ChangesPage',
  ),
  page(
    '/projects/$projectId/changes/$changeId',
    [{ label: 'Changes', to: '/projects/$projectId/changes' }, { label: 'Change' }],
    () => import('./pages/changes/change-page.js'),
    'ChangePage',
  ),
  page(
    '/projects/$projectId/tasks',
    [{ label: 'Tasks' }],
    () => import('./pages/tasks/tasks-page.js'),
    'TasksPage',
  ),
  page(
    '/projects/$projectId/tasks/$taskId',
    [{ label: 'Tasks', to: '/projects/$projectId/tasks' }, { label: 'Task' }],
    () => import('./pages/tasks/task-page.js'),
    'TaskPage',
  ),
  page(
    '/projects/$projectId/assets',
    [{ label: 'Assets' }],
    () => import('./pages/assets/assets-page.js'),
    'AssetsPage',
  ),
  page(
    '/projects/$projectId/assets/$assetId',
    [{ label: 'Assets', to: '/projects/$projectId/assets' }, { label: 'Asset' }],
    () => import('./pages/assets/asset-page.js'),
    'AssetPage',
  ),
  page(
    '/projects/$projectId/deployments',
    [{ label: 'Deployments' }],
    () => import('./pages/deployments/deployments-page.js'),
    'DeploymentsPage',
  ),
  page(
    '/projects/$projectId/deployments/$deploymentId',
    [{ label: 'Deployments', to: '/projects/$projectId/deployments' }, { label: 'Deployment' }],
    () => import('./pages/deployments/deployment-page.js'),
    'DeploymentPage',
  ),
  page(
    '/projects/$projectId/references',
    [{ label: 'Tracker items' }],
    () => import('./pages/references/references-page.js'),
    'ReferencesPage',
  ),
  page(
    '/projects/$projectId/integrations',
    [{ label: 'Integrations' }],
    () => import('./pages/integrations/integrations-page.js'),
    'IntegrationsPage',
  ),
  page(
    '/projects/$projectId/integrations/new',
    [{ label: 'Integrations', to: '/projects/$projectId/integrations' }, { label: 'Add' }],
    () => import('./pages/integrations/new-integration-page.js'),
    'NewIntegrationPage',
  ),
  page(
    '/projects/$projectId/integrations/$integrationId',
    [{ label: 'Integrations', to: '/projects/$projectId/integrations' }, { label: 'Integration' }],
    () => import('./pages/integrations/integration-page.js'),
    'IntegrationPage',
  ),
  page(
    '/projects/$projectId/deliveries',
    [{ label: 'Deliveries' }],
    () => import('./pages/deliveries/deliveries-page.js'),
    'DeliveriesPage',
  ),
  page(
    '/projects/$projectId/deliveries/$deliveryId',
    [{ label: 'Deliveries', to: '/projects/$projectId/deliveries' }, { label: 'Delivery' }],
    () => import('./pages/deliveries/delivery-page.js'),
    'DeliveryPage',
  ),
  page(
    '/projects/$projectId/members',
    [{ label: 'Members' }],
    () => import('./pages/members/members-page.js'),
    'MembersPage',
  ),
  page(
    '/projects/$projectId/settings',
    [{ label: 'Settings' }],
    () => import('./pages/project-settings/project-settings-page.js'),
    'ProjectSettingsPage',
  ),
  page(
    '/settings/tokens',
    [{ label: 'Settings', to: '/settings' }, { label: 'API tokens' }],
    () => import('./pages/settings/tokens-page.js'),
    'TokensPage',
  ),
  page(
    '/settings/sessions',
    [{ label: 'Settings', to: '/settings' }, { label: 'Sessions and password' }],
    () => import('./pages/settings/sessions-page.js'),
    'SessionsPage',
  ),
  page(
    '/settings/members',
    [{ label: 'Settings', to: '/settings' }, { label: 'Members and roles' }],
    () => import('./pages/settings/account-members-page.js'),
    'AccountMembersPage',
  ),
  page(
    '/settings/projects',
    [{ label: 'Settings', to: '/settings' }, { label: 'Projects' }],
    () => import('./pages/settings/projects-page.js'),
    'ProjectsPage',
  ),
  page(
    '/settings/connected-accounts',
    [{ label: 'Settings', to: '/settings' }, { label: 'Connected accounts' }],
    () => import('./pages/settings/connected-accounts-page.js'),
    'ConnectedAccountsPage',
  ),
  page(
    '/settings/billing',
    [{ label: 'Settings', to: '/settings' }, { label: 'Plan and credits' }],
    () => import('./pages/settings/billing-page.js'),
    'BillingPage',
  ),
  page(
    '/settings/audit-log',
    [{ label: 'Settings', to: '/settings' }, { label: 'Audit log' }],
    () => import('./pages/settings/audit-log-page.js'),
    'AuditLogPage',
  ),
  page(
    '/settings/account',
    [{ label: 'Settings', to: '/settings' }, { label: 'Account' }],
    () => import('./pages/settings/account-page.js'),
    'AccountPage',
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ to: '/settings/tokens' });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/projects/$projectId',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/projects/$projectId/builds', params });
    },
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  context: { queries: queryClient },
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  // By default, a skeleton that was shown once would stay for half a second.
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <SkeletonRows />,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
  scrollRestoration: true,
});
