// Generated from the folder by `npm run generate`. Do not edit.
import { reads as accountDeliveriesReads } from './reads/account-deliveries.js';
import { reads as accountMembersReads } from './reads/account-members.js';
import { reads as accountSettingsReads } from './reads/account-settings.js';
import { reads as accountsReads } from './reads/accounts.js';
import { reads as approvalsReads } from './reads/approvals.js';
import { reads as assetsReads } from './reads/assets.js';
import { reads as auditLogReads } from './reads/audit-log.js';
import { reads as billingReads } from './reads/billing.js';
import { reads as buildLogsReads } from './reads/build-logs.js';
import { reads as buildRunsReads } from './reads/build-runs.js';
import { reads as buildSurroundingsReads } from './reads/build-surroundings.js';
import { reads as changeSurroundingsReads } from './reads/change-surroundings.js';
import { reads as changesReads } from './reads/changes.js';
import { reads as connectedAccountsReads } from './reads/connected-accounts.js';
import { reads as consoleAssetsReads } from './reads/console-assets.js';
import { reads as consoleDeploymentsReads } from './reads/console-deployments.js';
import { reads as consoleReferencesReads } from './reads/console-references.js';
import { reads as deliveriesReads } from './reads/deliveries.js';
import { reads as deliveryGapsReads } from './reads/delivery-gaps.js';
import { reads as deploymentsReads } from './reads/deployments.js';
import { reads as exportsReads } from './reads/exports.js';
import { reads as feedLinksReads } from './reads/feed-links.js';
import { reads as feedReads } from './reads/feed.js';
import { reads as homeReads } from './reads/home.js';
import { reads as integrationHealthReads } from './reads/integration-health.js';
import { reads as jobsReads } from './reads/jobs.js';
import { reads as loggedDeliveriesReads } from './reads/logged-deliveries.js';
import { reads as maskedValuesReads } from './reads/masked-values.js';
import { reads as membersReads } from './reads/members.js';
import { reads as membershipsReads } from './reads/memberships.js';
import { reads as metricSeriesReads } from './reads/metric-series.js';
import { reads as metricsReads } from './reads/metrics.js';
import { reads as ownTokensReads } from './reads/own-tokens.js';
import { reads as peopleReads } from './reads/people.js';
import { reads as projectMembersReads } from './reads/project-members.js';
import { reads as projectSettingsReads } from './reads/project-settings.js';
import { reads as projectsReads } from './reads/projects.js';
import { reads as railProjectsReads } from './reads/rail-projects.js';
import { reads as referencesReads } from './reads/references.js';
import { reads as reviewQueueReads } from './reads/review-queue.js';
import { reads as searchReads } from './reads/search.js';
import { reads as searchedBuildsReads } from './reads/searched-builds.js';
import { reads as sessionsReads } from './reads/sessions.js';
import { reads as tasksReads } from './reads/tasks.js';
import { reads as tokensReads } from './reads/tokens.js';
import { reads as touchedRowsReads } from './reads/touched-rows.js';
import { reads as workspaceReads } from './reads/workspace.js';

export type * from './reads/account-deliveries.js';
export type * from './reads/account-members.js';
export type * from './reads/account-settings.js';
export type * from './reads/accounts.js';
export type * from './reads/approvals.js';
export type * from './reads/assets.js';
export type * from './reads/audit-log.js';
export type * from './reads/billing.js';
export type * from './reads/build-logs.js';
export type * from './reads/build-runs.js';
export type * from './reads/build-surroundings.js';
export type * from './reads/change-surroundings.js';
export type * from './reads/changes.js';
export type * from './reads/connected-accounts.js';
export type * from './reads/console-assets.js';
export type * from './reads/console-deployments.js';
export type * from './reads/console-references.js';
export type * from './reads/deliveries.js';
export type * from './reads/delivery-gaps.js';
export type * from './reads/deployments.js';
export type * from './reads/exports.js';
export type * from './reads/feed-links.js';
export type * from './reads/feed.js';
export type * from './reads/home.js';
export type * from './reads/integration-health.js';
export type * from './reads/jobs.js';
export type * from './reads/logged-deliveries.js';
export type * from './reads/masked-values.js';
export type * from './reads/members.js';
export type * from './reads/memberships.js';
export type * from './reads/metric-series.js';
export type * from './reads/metrics.js';
export type * from './reads/own-tokens.js';
export type * from './reads/people.js';
export type * from './reads/project-members.js';
export type * from './reads/project-settings.js';
export type * from './reads/projects.js';
export type * from './reads/rail-projects.js';
export type * from './reads/references.js';
export type * from './reads/review-queue.js';
export type * from './reads/search.js';
export type * from './reads/searched-builds.js';
export type * from './reads/sessions.js';
export type * from './reads/tasks.js';
export type * from './reads/tokens.js';
export type * from './reads/touched-rows.js';
export type * from './reads/workspace.js';

export const reads = {
  ...accountDeliveriesReads,
  ...accountMembersReads,
  ...accountSettingsReads,
  ...accountsReads,
  ...approvalsReads,
  ...assetsReads,
  ...auditLogReads,
  ...billingReads,
  ...buildLogsReads,
  ...buildRunsReads,
  ...buildSurroundingsReads,
  ...changeSurroundingsReads,
  ...changesReads,
  ...connectedAccountsReads,
  ...consoleAssetsReads,
  ...consoleDeploymentsReads,
  ...consoleReferencesReads,
  ...deliveriesReads,
  ...deliveryGapsReads,
  ...deploymentsReads,
  ...exportsReads,
  ...feedLinksReads,
  ...feedReads,
  ...homeReads,
  ...integrationHealthReads,
  ...jobsReads,
  ...loggedDeliveriesReads,
  ...maskedValuesReads,
  ...membersReads,
  ...membershipsReads,
  ...metricSeriesReads,
  ...metricsReads,
  ...ownTokensReads,
  ...peopleReads,
  ...projectMembersReads,
  ...projectSettingsReads,
  ...projectsReads,
  ...railProjectsReads,
  ...referencesReads,
  ...reviewQueueReads,
  ...searchReads,
  ...searchedBuildsReads,
  ...sessionsReads,
  ...tasksReads,
  ...tokensReads,
  ...touchedRowsReads,
  ...workspaceReads,
};
