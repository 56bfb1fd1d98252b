// Generated from the folder by `npm run generate`. Do not edit.
import { Activity, Archive, BellRing, Boxes, Bug, ChartNoAxesColumn, CheckCheck, CreditCard, FileUser, Fingerprint, FlaskConical, GitCommitHorizontal, GitCompareArrows, GroupIcon, Hammer, House, Inbox, KeyRound, Laptop, Link2, ListTodo, Plug, Rocket, ScrollText, Settings, SlidersHorizontal, Terminal, Users } from 'lucide-react';
import { accountPage, projectPage } from './routing/page-route.js';

export const accountPages = [
  accountPage(
    {
      path: '/approvals',
      label: 'Approvals',
      icon: CheckCheck,
      place: { group: 'workspace', order: 3, keys: 'g a' },
      words: 'review queue',
      filters: ['view', 'project_id', 'asset_type', 'mine', 'q', 'change'],
    },
    () => import('./pages/approvals/approvals-page.js'),
    'ApprovalsPage',
  ),
  accountPage(
    {
      path: '/connect',
      label: 'Connect a client',
      icon: Terminal,
      place: { group: 'help', order: 1 },
      words: 'assistant mcp cli',
      filters: ['assistant', 'client'],
    },
    () => import('./pages/connect/connect-page.js'),
    'ConnectPage',
  ),
  accountPage(
    {
      path: '/deliveries',
      label: 'Deliveries',
      icon: Inbox,
      place: { group: 'workspace', order: 4, keys: 'g d' },
      words: 'webhooks',
      filters: ['view', 'outcome', 'provider', 'event', 'period', 'project_id', 'integration_id', 'id'],
    },
    () => import('./pages/deliveries/deliveries-page.js'),
    'DeliveriesPage',
  ),
  accountPage(
    {
      path: '/feed',
      label: 'Feed',
      icon: Activity,
      place: { group: 'workspace', order: 2, keys: 'g f' },
      words: 'events activity',
      filters: ['event_types', 'project_id', 'actor'],
    },
    () => import('./pages/feed/feed-page.js'),
    'FeedPage',
  ),
  accountPage(
    {
      path: '/',
      label: 'Home',
      icon: House,
      place: { group: 'workspace', order: 1, keys: 'g h' },
      words: 'overview dashboard',
    },
    () => import('./pages/home/home-page.js'),
    'HomePage',
  ),
  accountPage(
    {
      path: '/insights',
      label: 'Metrics',
      icon: ChartNoAxesColumn,
      place: { group: 'workspace', order: 5, keys: 'g m' },
      words: 'insights charts',
      filters: ['project', 'days', 'job', 'rows'],
    },
    () => import('./pages/metrics/metrics-page.js'),
    'MetricsPage',
  ),
  accountPage(
    {
      path: '/settings/members',
      label: 'Members and roles',
      icon: Users,
      place: { group: 'account', order: 2 },
      words: 'people invitations owners',
    },
    () => import('./pages/settings/account-members-page.js'),
    'AccountMembersPage',
  ),
  accountPage(
    {
      path: '/settings/account',
      label: 'Account',
      icon: SlidersHorizontal,
      place: { group: 'account', order: 1 },
      words: 'export delete time zone',
    },
    () => import('./pages/settings/account-page.js'),
    'AccountPage',
  ),
  accountPage(
    {
      path: '/settings/audit-log',
      label: 'Audit log',
      icon: ScrollText,
      place: { group: 'account', order: 5, isForOwners: true },
      words: 'history security',
      filters: ['user_id', 'action', 'project_id', 'days'],
    },
    () => import('./pages/settings/audit-log-page.js'),
    'AuditLogPage',
  ),
  accountPage(
    {
      path: '/settings/billing',
      label: 'Plan and credits',
      icon: CreditCard,
      place: { group: 'account', order: 4 },
      words: 'billing payment',
    },
    () => import('./pages/settings/billing-page.js'),
    'BillingPage',
  ),
  accountPage(
    {
      path: '/settings/connected-accounts',
      label: 'Connected accounts',
      icon: Link2,
      place: { group: 'you', order: 3 },
      words: 'logins authors',
    },
    () => import('./pages/settings/connected-accounts-page.js'),
    'ConnectedAccountsPage',
  ),
  accountPage(
    {
      path: '/settings/groups',
      label: 'Groups and on-call',
      icon: GroupIcon,
      place: { group: 'account', order: 2 },
      words: 'teams rotation owners duty',
    },
    () => import('./pages/settings/groups-page.js'),
    'GroupsPage',
  ),
  accountPage(
    {
      path: '/settings/notifications',
      label: 'Notifications',
      icon: BellRing,
      place: { group: 'you', order: 4 },
      words: 'email digest quiet hours bell',
    },
    () => import('./pages/settings/notifications-page.js'),
    'NotificationSettingsPage',
  ),
  accountPage(
    {
      path: '/settings/projects',
      label: 'Projects',
      icon: Boxes,
      place: { group: 'account', order: 3 },
    },
    () => import('./pages/settings/projects-page.js'),
    'ProjectsPage',
  ),
  accountPage(
    {
      path: '/settings/retention',
      label: 'Data retention',
      icon: Archive,
      place: { group: 'account', order: 7 },
      words: 'legal hold expire delete history',
    },
    () => import('./pages/settings/retention-page.js'),
    'RetentionPage',
  ),
  accountPage(
    {
      path: '/settings/sessions',
      label: 'Sessions and password',
      icon: Laptop,
      place: { group: 'you', order: 2 },
      words: 'profile name browsers second factor two-factor 2fa totp passkey webauthn security key recovery codes',
    },
    () => import('./pages/settings/sessions-page.js'),
    'SessionsPage',
  ),
  accountPage(
    {
      path: '/settings/single-sign-on',
      label: 'Single sign-on',
      icon: Fingerprint,
      place: { group: 'account', order: 6, isForOwners: true },
      words: 'sso openid connect identity provider domain',
    },
    () => import('./pages/settings/single-sign-on-page.js'),
    'SingleSignOnPage',
  ),
  accountPage(
    {
      path: '/settings/tokens',
      label: 'API tokens',
      icon: KeyRound,
      place: { group: 'you', order: 1 },
      words: 'keys',
      filters: ['new'],
    },
    () => import('./pages/settings/tokens-page.js'),
    'TokensPage',
  ),
];

export const projectPages = [
  projectPage(
    {
      path: '/projects/$projectId/assets/$assetId',
      label: 'Asset',
    },
    () => import('./pages/assets/asset-page.js'),
    'AssetPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/assets',
      label: 'Assets',
      icon: Boxes,
      place: { group: 'project', order: 5 },
      filters: ['view', 'q', 'asset_type', 'status'],
    },
    () => import('./pages/assets/assets-page.js'),
    'AssetsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/builds/$buildId',
      label: 'Build',
      filters: ['tests'],
    },
    () => import('./pages/builds/build-page.js'),
    'BuildPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/builds',
      label: 'Builds',
      icon: Hammer,
      place: { group: 'project', order: 1 },
      words: 'jobs ci',
      filters: ['q', 'status', 'job', 'build_type', 'branch', 'day'],
    },
    () => import('./pages/builds/builds-page.js'),
    'BuildsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/builds/compare',
      label: 'Compare builds',
      icon: GitCompareArrows,
      words: 'diff difference regression',
      filters: ['job', 'before', 'after'],
    },
    () => import('./pages/builds/compare-page.js'),
    'ComparePage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/changes/$changeId',
      label: 'Change',
      filters: ['file'],
    },
    () => import('./pages/changes/change-page.js'),
    'ChangePage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/changes',
      label: 'Changes',
      icon: GitCommitHorizontal,
      place: { group: 'project', order: 3 },
      words: 'commits changelists',
      filters: ['q', 'author', 'source_type', 'orphaned'],
    },
    () => import('./pages/changes/changes-page.js'),
    'ChangesPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/deliveries/$deliveryId',
      label: 'Delivery',
    },
    () => import('./pages/deliveries/delivery-page.js'),
    'DeliveryPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/deliveries',
      label: 'Deliveries',
      icon: Inbox,
      place: { group: 'project', order: 9 },
      words: 'webhooks',
      filters: ['view', 'outcome', 'provider', 'event', 'period', 'integration_id', 'id'],
    },
    () => import('./pages/deliveries/project-deliveries-page.js'),
    'ProjectDeliveriesPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/deployments/$deploymentId',
      label: 'Deployment',
    },
    () => import('./pages/deployments/deployment-page.js'),
    'DeploymentPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/deployments',
      label: 'Deployments',
      icon: Rocket,
      place: { group: 'project', order: 6 },
      words: 'releases',
      filters: ['platform', 'status'],
    },
    () => import('./pages/deployments/deployments-page.js'),
    'DeploymentsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/integrations/$integrationId',
      label: 'Integration',
    },
    () => import('./pages/integrations/integration-page.js'),
    'IntegrationPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/integrations',
      label: 'Integrations',
      icon: Plug,
      place: { group: 'project', order: 8 },
      words: 'tools webhooks',
    },
    () => import('./pages/integrations/integrations-page.js'),
    'IntegrationsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/integrations/new',
      label: 'Add',
      title: 'Add an integration',
      filters: ['provider', 'group', 'integration'],
    },
    () => import('./pages/integrations/new-integration-page.js'),
    'NewIntegrationPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/members',
      label: 'Members',
      icon: Users,
      place: { group: 'project', order: 10 },
      words: 'people',
    },
    () => import('./pages/members/members-page.js'),
    'MembersPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/notifications',
      label: 'Notifications',
      icon: BellRing,
      place: { group: 'project', order: 10 },
      words: 'slack discord teams webhook email channel alert',
    },
    () => import('./pages/notifications/notifications-page.js'),
    'NotificationsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/ownership',
      label: 'Ownership',
      icon: FileUser,
      place: { group: 'project', order: 11 },
      words: 'codeowners owners teams',
    },
    () => import('./pages/ownership/ownership-page.js'),
    'OwnershipPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/problems/$problemId',
      label: 'Problem',
    },
    () => import('./pages/problems/problem-page.js'),
    'ProblemPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/problems',
      label: 'Problems',
      icon: Bug,
      place: { group: 'project', order: 2 },
      words: 'failures causes flaky known regressions',
      filters: ['state'],
    },
    () => import('./pages/problems/problems-page.js'),
    'ProblemsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/settings',
      label: 'Settings',
      title: 'Project settings',
      icon: Settings,
      place: { group: 'project', order: 12 },
    },
    () => import('./pages/project-settings/project-settings-page.js'),
    'ProjectSettingsPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/references',
      label: 'Tracker items',
      icon: Link2,
      place: { group: 'project', order: 7 },
      words: 'references issues',
      filters: ['q', 'provider', 'state'],
    },
    () => import('./pages/references/references-page.js'),
    'ReferencesPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/tasks/$taskId',
      label: 'Task',
    },
    () => import('./pages/tasks/task-page.js'),
    'TaskPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/tasks',
      label: 'Tasks',
      icon: ListTodo,
      place: { group: 'project', order: 4 },
      words: 'board',
      filters: ['view', 'column', 'state', 'assignee', 'task_type', 'priority', 'label'],
    },
    () => import('./pages/tasks/tasks-page.js'),
    'TasksPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/tests/$testId',
      label: 'Test',
      filters: ['variant'],
    },
    () => import('./pages/tests/test-page.js'),
    'TestPage',
  ),
  projectPage(
    {
      path: '/projects/$projectId/tests',
      label: 'Tests',
      icon: FlaskConical,
      // After the builds, which are listed first.
      place: { group: 'project', order: 1 },
      words: 'flaky broken slow muted quarantine results junit',
      filters: ['q', 'suite', 'verdict', 'variant', 'muted', 'owner_user_id', 'sort'],
    },
    () => import('./pages/tests/tests-page.js'),
    'TestsPage',
  ),
];
