// Generated from the folder by `npm run generate`. Do not edit.
import { get as accountGet } from './endpoints/account.js';
import { create as accountCreate } from './endpoints/account.js';
import { update as accountUpdate } from './endpoints/account.js';
import { checkExportEndpoint as accountCheckExportEndpoint } from './endpoints/account.js';
import { renameYourselfEndpoint as accountRenameYourselfEndpoint } from './endpoints/account.js';
import { remove as accountRemove } from './endpoints/account.js';
import { list as approvalsList } from './endpoints/approvals.js';
import { groups as approvalsGroups } from './endpoints/approvals.js';
import { decide as approvalsDecide } from './endpoints/approvals.js';
import { decideGroupEndpoint as approvalsDecideGroupEndpoint } from './endpoints/approvals.js';
import { reopen as approvalsReopen } from './endpoints/approvals.js';
import { search as assetsSearch } from './endpoints/assets.js';
import { get as assetsGet } from './endpoints/assets.js';
import { count as assetsCount } from './endpoints/assets.js';
import { list as auditLogList } from './endpoints/audit-log.js';
import { check as auditLogCheck } from './endpoints/audit-log.js';
import { get as billingGet } from './endpoints/billing.js';
import { changePlanEndpoint as billingChangePlanEndpoint } from './endpoints/billing.js';
import { listCreditsEndpoint as billingListCreditsEndpoint } from './endpoints/billing.js';
import { setPaymentMethodEndpoint as billingSetPaymentMethodEndpoint } from './endpoints/billing.js';
import { list as buildsBuildsList } from './endpoints/builds/builds.js';
import { get as buildsBuildsGet } from './endpoints/builds/builds.js';
import { compare as buildsBuildsCompare } from './endpoints/builds/builds.js';
import { jobs as buildsBuildsJobs } from './endpoints/builds/builds.js';
import { log as buildsBuildsLog } from './endpoints/builds/builds.js';
import { purgeLog as buildsBuildsPurgeLog } from './endpoints/builds/builds.js';
import { list as changesList } from './endpoints/changes.js';
import { get as changesGet } from './endpoints/changes.js';
import { authors as changesAuthors } from './endpoints/changes.js';
import { files as changesFiles } from './endpoints/changes.js';
import { check as confirmationCheck } from './endpoints/confirmation.js';
import { confirm as confirmationConfirm } from './endpoints/confirmation.js';
import { requestPasskeyEndpoint as confirmationRequestPasskeyEndpoint } from './endpoints/confirmation.js';
import { ways as confirmationWays } from './endpoints/confirmation.js';
import { list as connectedAccountsList } from './endpoints/connected-accounts.js';
import { connect as connectedAccountsConnect } from './endpoints/connected-accounts.js';
import { disconnect as connectedAccountsDisconnect } from './endpoints/connected-accounts.js';
import { list as deliveriesList } from './endpoints/deliveries.js';
import { locate as deliveriesLocate } from './endpoints/deliveries.js';
import { touched as deliveriesTouched } from './endpoints/deliveries.js';
import { waiting as deliveriesWaiting } from './endpoints/deliveries.js';
import { list as deploymentsList } from './endpoints/deployments.js';
import { lanes as deploymentsLanes } from './endpoints/deployments.js';
import { get as deploymentsGet } from './endpoints/deployments.js';
import { list as feedList } from './endpoints/feed.js';
import { get as homeGet } from './endpoints/home.js';
import { myWork as homeMyWork } from './endpoints/home.js';
import { openHandshakeWindowEndpoint as integrationsCredentialsOpenHandshakeWindowEndpoint } from './endpoints/integrations/credentials.js';
import { rotateSecret as integrationsCredentialsRotateSecret } from './endpoints/integrations/credentials.js';
import { rotateToken as integrationsCredentialsRotateToken } from './endpoints/integrations/credentials.js';
import { setBuildkiteTokenEndpoint as integrationsCredentialsSetBuildkiteTokenEndpoint } from './endpoints/integrations/credentials.js';
import { setJenkinsTokenEndpoint as integrationsCredentialsSetJenkinsTokenEndpoint } from './endpoints/integrations/credentials.js';
import { endPreviousSecretsEndpoint as integrationsCredentialsEndPreviousSecretsEndpoint } from './endpoints/integrations/credentials.js';
import { endPreviousTokensEndpoint as integrationsCredentialsEndPreviousTokensEndpoint } from './endpoints/integrations/credentials.js';
import { removeSecrets as integrationsCredentialsRemoveSecrets } from './endpoints/integrations/credentials.js';
import { saveGithub as integrationsGithubSaveGithub } from './endpoints/integrations/github.js';
import { testGithub as integrationsGithubTestGithub } from './endpoints/integrations/github.js';
import { list as integrationsIntegrationsList } from './endpoints/integrations/integrations.js';
import { get as integrationsIntegrationsGet } from './endpoints/integrations/integrations.js';
import { create as integrationsIntegrationsCreate } from './endpoints/integrations/integrations.js';
import { update as integrationsIntegrationsUpdate } from './endpoints/integrations/integrations.js';
import { sendTestEventEndpoint as integrationsIntegrationsSendTestEventEndpoint } from './endpoints/integrations/integrations.js';
import { testJenkins as integrationsIntegrationsTestJenkins } from './endpoints/integrations/integrations.js';
import { remove as integrationsIntegrationsRemove } from './endpoints/integrations/integrations.js';
import { list as maskedValuesList } from './endpoints/masked-values.js';
import { add as maskedValuesAdd } from './endpoints/masked-values.js';
import { remove as maskedValuesRemove } from './endpoints/masked-values.js';
import { list as membersList } from './endpoints/members.js';
import { invite as membersInvite } from './endpoints/members.js';
import { changeRoleEndpoint as membersChangeRoleEndpoint } from './endpoints/members.js';
import { copyInvitationEndpoint as membersCopyInvitationEndpoint } from './endpoints/members.js';
import { resendInvitationEndpoint as membersResendInvitationEndpoint } from './endpoints/members.js';
import { leave as membersLeave } from './endpoints/members.js';
import { remove as membersRemove } from './endpoints/members.js';
import { withdrawInvitationEndpoint as membersWithdrawInvitationEndpoint } from './endpoints/members.js';
import { series as metricsSeries } from './endpoints/metrics.js';
import { job as metricsJob } from './endpoints/metrics.js';
import { endpoint as notificationChannelsAddEndpoint } from './endpoints/notification-channels/add.js';
import { endpoint as notificationChannelsChangeAddressEndpoint } from './endpoints/notification-channels/change-address.js';
import { endpoint as notificationChannelsListDeliveriesEndpoint } from './endpoints/notification-channels/list-deliveries.js';
import { endpoint as notificationChannelsListPreviewsEndpoint } from './endpoints/notification-channels/list-previews.js';
import { endpoint as notificationChannelsListEndpoint } from './endpoints/notification-channels/list.js';
import { endpoint as notificationChannelsPreviewFilterEndpoint } from './endpoints/notification-channels/preview-filter.js';
import { endpoint as notificationChannelsRemoveEndpoint } from './endpoints/notification-channels/remove.js';
import { endpoint as notificationChannelsReplayEndpoint } from './endpoints/notification-channels/replay.js';
import { endpoint as notificationChannelsRotateSecretEndpoint } from './endpoints/notification-channels/rotate-secret.js';
import { endpoint as notificationChannelsSendTestEndpoint } from './endpoints/notification-channels/send-test.js';
import { endpoint as notificationChannelsTryNowEndpoint } from './endpoints/notification-channels/try-now.js';
import { endpoint as notificationChannelsUpdateEndpoint } from './endpoints/notification-channels/update.js';
import { getSettings as notificationsGetSettings } from './endpoints/notifications.js';
import { listInboxEndpoint as notificationsListInboxEndpoint } from './endpoints/notifications.js';
import { markRead as notificationsMarkRead } from './endpoints/notifications.js';
import { updateRules as notificationsUpdateRules } from './endpoints/notifications.js';
import { updateSettings as notificationsUpdateSettings } from './endpoints/notifications.js';
import { list as peopleList } from './endpoints/people.js';
import { list as problemsList } from './endpoints/problems.js';
import { get as problemsGet } from './endpoints/problems.js';
import { update as problemsUpdate } from './endpoints/problems.js';
import { list as projectMembersList } from './endpoints/project-members.js';
import { add as projectMembersAdd } from './endpoints/project-members.js';
import { remove as projectMembersRemove } from './endpoints/project-members.js';
import { list as projectSettingsList } from './endpoints/project-settings.js';
import { get as projectSettingsGet } from './endpoints/project-settings.js';
import { create as projectSettingsCreate } from './endpoints/project-settings.js';
import { update as projectSettingsUpdate } from './endpoints/project-settings.js';
import { renewBadgeLinkEndpoint as projectSettingsRenewBadgeLinkEndpoint } from './endpoints/project-settings.js';
import { renewFeedLinkEndpoint as projectSettingsRenewFeedLinkEndpoint } from './endpoints/project-settings.js';
import { setState as projectSettingsSetState } from './endpoints/project-settings.js';
import { remove as projectSettingsRemove } from './endpoints/project-settings.js';
import { search as referencesSearch } from './endpoints/references.js';
import { count as referencesCount } from './endpoints/references.js';
import { get as retentionGet } from './endpoints/retention.js';
import { holdAccountEndpoint as retentionHoldAccountEndpoint } from './endpoints/retention.js';
import { holdProjectEndpoint as retentionHoldProjectEndpoint } from './endpoints/retention.js';
import { releaseAccountEndpoint as retentionReleaseAccountEndpoint } from './endpoints/retention.js';
import { releaseProjectEndpoint as retentionReleaseProjectEndpoint } from './endpoints/retention.js';
import { setForProject as retentionSetForProject } from './endpoints/retention.js';
import { list as savedViewsList } from './endpoints/saved-views.js';
import { listInAccount as savedViewsListInAccount } from './endpoints/saved-views.js';
import { save as savedViewsSave } from './endpoints/saved-views.js';
import { saveInAccount as savedViewsSaveInAccount } from './endpoints/saved-views.js';
import { update as savedViewsUpdate } from './endpoints/saved-views.js';
import { updateInAccount as savedViewsUpdateInAccount } from './endpoints/saved-views.js';
import { remove as savedViewsRemove } from './endpoints/saved-views.js';
import { removeInAccount as savedViewsRemoveInAccount } from './endpoints/saved-views.js';
import { search as searchSearch } from './endpoints/search.js';
import { get as secondFactorGet } from './endpoints/second-factor.js';
import { renamePasskeyEndpoint as secondFactorRenamePasskeyEndpoint } from './endpoints/second-factor.js';
import { resetMember as secondFactorResetMember } from './endpoints/second-factor.js';
import { removePasskeyEndpoint as secondFactorRemovePasskeyEndpoint } from './endpoints/second-factor.js';
import { get as sessionGet } from './endpoints/session.js';
import { switchAccountEndpoint as sessionSwitchAccountEndpoint } from './endpoints/session.js';
import { end as sessionEnd } from './endpoints/session.js';
import { list as sessionsList } from './endpoints/sessions.js';
import { changePasswordEndpoint as sessionsChangePasswordEndpoint } from './endpoints/sessions.js';
import { endOne as sessionsEndOne } from './endpoints/sessions.js';
import { endOthers as sessionsEndOthers } from './endpoints/sessions.js';
import { get as ssoGet } from './endpoints/sso.js';
import { save as ssoSave } from './endpoints/sso.js';
import { allowAddressEndpoint as ssoAllowAddressEndpoint } from './endpoints/sso.js';
import { disallowAddressEndpoint as ssoDisallowAddressEndpoint } from './endpoints/sso.js';
import { setState as ssoSetState } from './endpoints/sso.js';
import { test as ssoTest } from './endpoints/sso.js';
import { verifyDomain as ssoVerifyDomain } from './endpoints/sso.js';
import { remove as ssoRemove } from './endpoints/sso.js';
import { get as tasksGet } from './endpoints/tasks.js';
import { list as tokensList } from './endpoints/tokens.js';
import { create as tokensCreate } from './endpoints/tokens.js';
import { restrict as tokensRestrict } from './endpoints/tokens.js';
import { revoke as tokensRevoke } from './endpoints/tokens.js';
import { shorten as tokensShorten } from './endpoints/tokens.js';

export const consoleEndpoints = [
  accountGet,
  accountCreate,
  accountUpdate,
  accountCheckExportEndpoint,
  accountRenameYourselfEndpoint,
  accountRemove,
  approvalsList,
  approvalsGroups,
  approvalsDecide,
  approvalsDecideGroupEndpoint,
  approvalsReopen,
  assetsSearch,
  assetsGet,
  assetsCount,
  auditLogList,
  auditLogCheck,
  billingGet,
  billingChangePlanEndpoint,
  billingListCreditsEndpoint,
  billingSetPaymentMethodEndpoint,
  buildsBuildsList,
  buildsBuildsGet,
  buildsBuildsCompare,
  buildsBuildsJobs,
  buildsBuildsLog,
  buildsBuildsPurgeLog,
  changesList,
  changesGet,
  changesAuthors,
  changesFiles,
  confirmationCheck,
  confirmationConfirm,
  confirmationRequestPasskeyEndpoint,
  confirmationWays,
  connectedAccountsList,
  connectedAccountsConnect,
  connectedAccountsDisconnect,
  deliveriesList,
  deliveriesLocate,
  deliveriesTouched,
  deliveriesWaiting,
  deploymentsList,
  deploymentsLanes,
  deploymentsGet,
  feedList,
  homeGet,
  homeMyWork,
  integrationsCredentialsOpenHandshakeWindowEndpoint,
  integrationsCredentialsRotateSecret,
  integrationsCredentialsRotateToken,
  integrationsCredentialsSetBuildkiteTokenEndpoint,
  integrationsCredentialsSetJenkinsTokenEndpoint,
  integrationsCredentialsEndPreviousSecretsEndpoint,
  integrationsCredentialsEndPreviousTokensEndpoint,
  integrationsCredentialsRemoveSecrets,
  integrationsGithubSaveGithub,
  integrationsGithubTestGithub,
  integrationsIntegrationsList,
  integrationsIntegrationsGet,
  integrationsIntegrationsCreate,
  integrationsIntegrationsUpdate,
  integrationsIntegrationsSendTestEventEndpoint,
  integrationsIntegrationsTestJenkins,
  integrationsIntegrationsRemove,
  maskedValuesList,
  maskedValuesAdd,
  maskedValuesRemove,
  membersList,
  membersInvite,
  membersChangeRoleEndpoint,
  membersCopyInvitationEndpoint,
  membersResendInvitationEndpoint,
  membersLeave,
  membersRemove,
  membersWithdrawInvitationEndpoint,
  metricsSeries,
  metricsJob,
  notificationChannelsAddEndpoint,
  notificationChannelsChangeAddressEndpoint,
  notificationChannelsListDeliveriesEndpoint,
  notificationChannelsListPreviewsEndpoint,
  notificationChannelsListEndpoint,
  notificationChannelsPreviewFilterEndpoint,
  notificationChannelsRemoveEndpoint,
  notificationChannelsReplayEndpoint,
  notificationChannelsRotateSecretEndpoint,
  notificationChannelsSendTestEndpoint,
  notificationChannelsTryNowEndpoint,
  notificationChannelsUpdateEndpoint,
  notificationsGetSettings,
  notificationsListInboxEndpoint,
  notificationsMarkRead,
  notificationsUpdateRules,
  notificationsUpdateSettings,
  peopleList,
  problemsList,
  problemsGet,
  problemsUpdate,
  projectMembersList,
  projectMembersAdd,
  projectMembersRemove,
  projectSettingsList,
  projectSettingsGet,
  projectSettingsCreate,
  projectSettingsUpdate,
  projectSettingsRenewBadgeLinkEndpoint,
  projectSettingsRenewFeedLinkEndpoint,
  projectSettingsSetState,
  projectSettingsRemove,
  referencesSearch,
  referencesCount,
  retentionGet,
  retentionHoldAccountEndpoint,
  retentionHoldProjectEndpoint,
  retentionReleaseAccountEndpoint,
  retentionReleaseProjectEndpoint,
  retentionSetForProject,
  savedViewsList,
  savedViewsListInAccount,
  savedViewsSave,
  savedViewsSaveInAccount,
  savedViewsUpdate,
  savedViewsUpdateInAccount,
  savedViewsRemove,
  savedViewsRemoveInAccount,
  searchSearch,
  secondFactorGet,
  secondFactorRenamePasskeyEndpoint,
  secondFactorResetMember,
  secondFactorRemovePasskeyEndpoint,
  sessionGet,
  sessionSwitchAccountEndpoint,
  sessionEnd,
  sessionsList,
  sessionsChangePasswordEndpoint,
  sessionsEndOne,
  sessionsEndOthers,
  ssoGet,
  ssoSave,
  ssoAllowAddressEndpoint,
  ssoDisallowAddressEndpoint,
  ssoSetState,
  ssoTest,
  ssoVerifyDomain,
  ssoRemove,
  tasksGet,
  tokensList,
  tokensCreate,
  tokensRestrict,
  tokensRevoke,
  tokensShorten,
] as const;
