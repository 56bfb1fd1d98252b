// Generated from the folder by `npm run generate`. Do not edit.
import { reads as accountAccountSettingsReads } from './reads/account/account-settings.js';
import { reads as accountAccountsReads } from './reads/account/accounts.js';
import { reads as accountExportsReads } from './reads/account/exports.js';
import { reads as approvalsApprovalsReads } from './reads/approvals/approvals.js';
import { reads as approvalsAssetReviewersReads } from './reads/approvals/asset-reviewers.js';
import { reads as approvalsReviewGroupsReads } from './reads/approvals/review-groups.js';
import { reads as approvalsReviewQueueReads } from './reads/approvals/review-queue.js';
import { reads as assetsAssetsReads } from './reads/assets/assets.js';
import { reads as auditLogAuditIntegrityReads } from './reads/audit-log/audit-integrity.js';
import { reads as auditLogAuditLogReads } from './reads/audit-log/audit-log.js';
import { reads as billingBillingReads } from './reads/billing/billing.js';
import { reads as buildsBuildRunsReads } from './reads/builds/build-runs.js';
import { reads as buildsBuildStatesReads } from './reads/builds/build-states.js';
import { reads as buildsBuildSurroundingsReads } from './reads/builds/build-surroundings.js';
import { reads as buildsFindingStatesReads } from './reads/builds/finding-states.js';
import { reads as buildsJobsReads } from './reads/builds/jobs.js';
import { reads as buildsRerunBuildsReads } from './reads/builds/rerun-builds.js';
import { reads as buildsSearchedBuildsReads } from './reads/builds/searched-builds.js';
import { reads as buildsStaleBuildsReads } from './reads/builds/stale-builds.js';
import { reads as changesChangeFilesReads } from './reads/changes/change-files.js';
import { reads as changesChangeSurroundingsReads } from './reads/changes/change-surroundings.js';
import { reads as changesChangesReads } from './reads/changes/changes.js';
import { reads as changesLinkedChangesReads } from './reads/changes/linked-changes.js';
import { reads as connectedAccountsConnectedAccountsReads } from './reads/connected-accounts/connected-accounts.js';
import { reads as deliveriesAccountDeliveriesReads } from './reads/deliveries/account-deliveries.js';
import { reads as deliveriesDeliveriesReads } from './reads/deliveries/deliveries.js';
import { reads as deliveriesDeliveryGapsReads } from './reads/deliveries/delivery-gaps.js';
import { reads as deliveriesLoggedDeliveriesReads } from './reads/deliveries/logged-deliveries.js';
import { reads as deliveriesTouchedRowsReads } from './reads/deliveries/touched-rows.js';
import { reads as deploymentsDeploymentsReads } from './reads/deployments/deployments.js';
import { reads as feedFeedLinksReads } from './reads/feed/feed-links.js';
import { reads as feedFeedReads } from './reads/feed/feed.js';
import { reads as feedRollupReads } from './reads/feed/rollup.js';
import { reads as feedWorkspaceReads } from './reads/feed/workspace.js';
import { reads as groupsGroupsReads } from './reads/groups/groups.js';
import { reads as homeHomeReads } from './reads/home/home.js';
import { reads as homeMyWorkReads } from './reads/home/my-work.js';
import { reads as homeSidebarProjectsReads } from './reads/home/sidebar-projects.js';
import { reads as integrationsIntegrationHealthReads } from './reads/integrations/integration-health.js';
import { reads as maskedValuesMaskedValuesReads } from './reads/masked-values/masked-values.js';
import { reads as membersAccountMembersReads } from './reads/members/account-members.js';
import { reads as metricsJobSeriesReads } from './reads/metrics/job-series.js';
import { reads as metricsJudgedFindingsReads } from './reads/metrics/judged-findings.js';
import { reads as metricsMetricSeriesReads } from './reads/metrics/metric-series.js';
import { reads as metricsMetricsReads } from './reads/metrics/metrics.js';
import { reads as metricsTestSeriesReads } from './reads/metrics/test-series.js';
import { reads as notificationsFilterMatchesReads } from './reads/notifications/filter-matches.js';
import { reads as notificationsInboxReads } from './reads/notifications/inbox.js';
import { reads as notificationsNotificationChannelsReads } from './reads/notifications/notification-channels.js';
import { reads as ownershipOwnershipReads } from './reads/ownership/ownership.js';
import { reads as problemsArtifactBuildsReads } from './reads/problems/artifact-builds.js';
import { reads as problemsCulpritSearchesReads } from './reads/problems/culprit-searches.js';
import { reads as problemsLooksReads } from './reads/problems/looks.js';
import { reads as problemsProblemBuildsReads } from './reads/problems/problem-builds.js';
import { reads as problemsProblemsReads } from './reads/problems/problems.js';
import { reads as projectMembersMembersReads } from './reads/project-members/members.js';
import { reads as projectSettingsProjectSettingsReads } from './reads/project-settings/project-settings.js';
import { reads as projectsProjectsReads } from './reads/projects/projects.js';
import { reads as referencesReferencesReads } from './reads/references/references.js';
import { reads as retentionRetentionReads } from './reads/retention/retention.js';
import { reads as savedViewsSavedViewsReads } from './reads/saved-views/saved-views.js';
import { reads as searchSearchReads } from './reads/search/search.js';
import { reads as sessionsSessionsReads } from './reads/sessions/sessions.js';
import { reads as ssoSsoSettingsReads } from './reads/sso/sso-settings.js';
import { reads as tasksTasksReads } from './reads/tasks/tasks.js';
import { reads as testsBuildTestsReads } from './reads/tests/build-tests.js';
import { reads as testsBuildVerdictsReads } from './reads/tests/build-verdicts.js';
import { reads as testsProjectTestsReads } from './reads/tests/project-tests.js';
import { reads as testsRecentOutcomesReads } from './reads/tests/recent-outcomes.js';
import { reads as testsTestCountsReads } from './reads/tests/test-counts.js';
import { reads as testsTestDetailReads } from './reads/tests/test-detail.js';
import { reads as testsTestHistoryReads } from './reads/tests/test-history.js';
import { reads as tokensOwnTokensReads } from './reads/tokens/own-tokens.js';
import { reads as tokensTokensReads } from './reads/tokens/tokens.js';

export type * from './reads/account/account-settings.js';
export type * from './reads/account/accounts.js';
export type * from './reads/account/exports.js';
export type * from './reads/approvals/approvals.js';
export type * from './reads/approvals/asset-reviewers.js';
export type * from './reads/approvals/review-groups.js';
export type * from './reads/approvals/review-queue.js';
export type * from './reads/assets/assets.js';
export type * from './reads/audit-log/audit-integrity.js';
export type * from './reads/audit-log/audit-log.js';
export type * from './reads/billing/billing.js';
export type * from './reads/builds/build-runs.js';
export type * from './reads/builds/build-states.js';
export type * from './reads/builds/build-surroundings.js';
export type * from './reads/builds/finding-states.js';
export type * from './reads/builds/jobs.js';
export type * from './reads/builds/rerun-builds.js';
export type * from './reads/builds/searched-builds.js';
export type * from './reads/builds/stale-builds.js';
export type * from './reads/changes/change-files.js';
export type * from './reads/changes/change-surroundings.js';
export type * from './reads/changes/changes.js';
export type * from './reads/changes/linked-changes.js';
export type * from './reads/connected-accounts/connected-accounts.js';
export type * from './reads/deliveries/account-deliveries.js';
export type * from './reads/deliveries/deliveries.js';
export type * from './reads/deliveries/delivery-gaps.js';
export type * from './reads/deliveries/logged-deliveries.js';
export type * from './reads/deliveries/touched-rows.js';
export type * from './reads/deployments/deployments.js';
export type * from './reads/feed/feed-links.js';
export type * from './reads/feed/feed.js';
export type * from './reads/feed/rollup.js';
export type * from './reads/feed/workspace.js';
export type * from './reads/groups/groups.js';
export type * from './reads/home/home.js';
export type * from './reads/home/my-work.js';
export type * from './reads/home/sidebar-projects.js';
export type * from './reads/integrations/integration-health.js';
export type * from './reads/masked-values/masked-values.js';
export type * from './reads/members/account-members.js';
export type * from './reads/metrics/job-series.js';
export type * from './reads/metrics/judged-findings.js';
export type * from './reads/metrics/metric-series.js';
export type * from './reads/metrics/metrics.js';
export type * from './reads/metrics/test-series.js';
export type * from './reads/notifications/filter-matches.js';
export type * from './reads/notifications/inbox.js';
export type * from './reads/notifications/notification-channels.js';
export type * from './reads/ownership/ownership.js';
export type * from './reads/problems/artifact-builds.js';
export type * from './reads/problems/culprit-searches.js';
export type * from './reads/problems/looks.js';
export type * from './reads/problems/problem-builds.js';
export type * from './reads/problems/problems.js';
export type * from './reads/project-members/members.js';
export type * from './reads/project-settings/project-settings.js';
export type * from './reads/projects/projects.js';
export type * from './reads/references/references.js';
export type * from './reads/retention/retention.js';
export type * from './reads/saved-views/saved-views.js';
export type * from './reads/search/search.js';
export type * from './reads/sessions/sessions.js';
export type * from './reads/sso/sso-settings.js';
export type * from './reads/tasks/tasks.js';
export type * from './reads/tests/build-tests.js';
export type * from './reads/tests/build-verdicts.js';
export type * from './reads/tests/project-tests.js';
export type * from './reads/tests/recent-outcomes.js';
export type * from './reads/tests/test-counts.js';
export type * from './reads/tests/test-detail.js';
export type * from './reads/tests/test-history.js';
export type * from './reads/tokens/own-tokens.js';
export type * from './reads/tokens/tokens.js';

export const reads = {
  ...accountAccountSettingsReads,
  ...accountAccountsReads,
  ...accountExportsReads,
  ...approvalsApprovalsReads,
  ...approvalsAssetReviewersReads,
  ...approvalsReviewGroupsReads,
  ...approvalsReviewQueueReads,
  ...assetsAssetsReads,
  ...auditLogAuditIntegrityReads,
  ...auditLogAuditLogReads,
  ...billingBillingReads,
  ...buildsBuildRunsReads,
  ...buildsBuildStatesReads,
  ...buildsBuildSurroundingsReads,
  ...buildsFindingStatesReads,
  ...buildsJobsReads,
  ...buildsRerunBuildsReads,
  ...buildsSearchedBuildsReads,
  ...buildsStaleBuildsReads,
  ...changesChangeFilesReads,
  ...changesChangeSurroundingsReads,
  ...changesChangesReads,
  ...changesLinkedChangesReads,
  ...connectedAccountsConnectedAccountsReads,
  ...deliveriesAccountDeliveriesReads,
  ...deliveriesDeliveriesReads,
  ...deliveriesDeliveryGapsReads,
  ...deliveriesLoggedDeliveriesReads,
  ...deliveriesTouchedRowsReads,
  ...deploymentsDeploymentsReads,
  ...feedFeedLinksReads,
  ...feedFeedReads,
  ...feedRollupReads,
  ...feedWorkspaceReads,
  ...groupsGroupsReads,
  ...homeHomeReads,
  ...homeMyWorkReads,
  ...homeSidebarProjectsReads,
  ...integrationsIntegrationHealthReads,
  ...maskedValuesMaskedValuesReads,
  ...membersAccountMembersReads,
  ...metricsJobSeriesReads,
  ...metricsJudgedFindingsReads,
  ...metricsMetricSeriesReads,
  ...metricsMetricsReads,
  ...metricsTestSeriesReads,
  ...notificationsFilterMatchesReads,
  ...notificationsInboxReads,
  ...notificationsNotificationChannelsReads,
  ...ownershipOwnershipReads,
  ...problemsArtifactBuildsReads,
  ...problemsCulpritSearchesReads,
  ...problemsLooksReads,
  ...problemsProblemBuildsReads,
  ...problemsProblemsReads,
  ...projectMembersMembersReads,
  ...projectSettingsProjectSettingsReads,
  ...projectsProjectsReads,
  ...referencesReferencesReads,
  ...retentionRetentionReads,
  ...savedViewsSavedViewsReads,
  ...searchSearchReads,
  ...sessionsSessionsReads,
  ...ssoSsoSettingsReads,
  ...tasksTasksReads,
  ...testsBuildTestsReads,
  ...testsBuildVerdictsReads,
  ...testsProjectTestsReads,
  ...testsRecentOutcomesReads,
  ...testsTestCountsReads,
  ...testsTestDetailReads,
  ...testsTestHistoryReads,
  ...tokensOwnTokensReads,
  ...tokensTokensReads,
};
