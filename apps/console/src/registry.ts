// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as accountCheckExportEndpoint } from './endpoints/account/check-export.js';
import { endpoint as accountCreateEndpoint } from './endpoints/account/create.js';
import { endpoint as accountDeleteEndpoint } from './endpoints/account/delete.js';
import { endpoint as accountGetEndpoint } from './endpoints/account/get.js';
import { endpoint as accountRenameYourselfEndpoint } from './endpoints/account/rename-yourself.js';
import { endpoint as accountUpdateEndpoint } from './endpoints/account/update.js';
import { endpoint as approvalsDecideGroupEndpoint } from './endpoints/approvals/decide-group.js';
import { endpoint as approvalsDecideEndpoint } from './endpoints/approvals/decide.js';
import { endpoint as approvalsGroupsEndpoint } from './endpoints/approvals/groups.js';
import { endpoint as approvalsListEndpoint } from './endpoints/approvals/list.js';
import { endpoint as approvalsReopenEndpoint } from './endpoints/approvals/reopen.js';
import { endpoint as assetsCountEndpoint } from './endpoints/assets/count.js';
import { endpoint as assetsGetEndpoint } from './endpoints/assets/get.js';
import { endpoint as assetsSearchEndpoint } from './endpoints/assets/search.js';
import { endpoint as auditLogCheckEndpoint } from './endpoints/audit-log/check.js';
import { endpoint as auditLogListEndpoint } from './endpoints/audit-log/list.js';
import { endpoint as billingChangePlanEndpoint } from './endpoints/billing/change-plan.js';
import { endpoint as billingGetEndpoint } from './endpoints/billing/get.js';
import { endpoint as billingListCreditsEndpoint } from './endpoints/billing/list-credits.js';
import { endpoint as billingSetPaymentMethodEndpoint } from './endpoints/billing/set-payment-method.js';
import { endpoint as buildsCompareEndpoint } from './endpoints/builds/compare.js';
import { endpoint as buildsGetEndpoint } from './endpoints/builds/get.js';
import { endpoint as buildsJobsEndpoint } from './endpoints/builds/jobs.js';
import { endpoint as buildsListEndpoint } from './endpoints/builds/list.js';
import { endpoint as buildsLogEndpoint } from './endpoints/builds/log.js';
import { endpoint as buildsPurgeLogEndpoint } from './endpoints/builds/purge-log.js';
import { endpoint as changesAuthorsEndpoint } from './endpoints/changes/authors.js';
import { endpoint as changesFilesEndpoint } from './endpoints/changes/files.js';
import { endpoint as changesGetEndpoint } from './endpoints/changes/get.js';
import { endpoint as changesListEndpoint } from './endpoints/changes/list.js';
import { endpoint as confirmationCheckEndpoint } from './endpoints/confirmation/check.js';
import { endpoint as confirmationConfirmEndpoint } from './endpoints/confirmation/confirm.js';
import { endpoint as confirmationRequestPasskeyEndpoint } from './endpoints/confirmation/request-passkey.js';
import { endpoint as confirmationWaysEndpoint } from './endpoints/confirmation/ways.js';
import { endpoint as connectedAccountsConnectEndpoint } from './endpoints/connected-accounts/connect.js';
import { endpoint as connectedAccountsDisconnectEndpoint } from './endpoints/connected-accounts/disconnect.js';
import { endpoint as connectedAccountsListEndpoint } from './endpoints/connected-accounts/list.js';
import { endpoint as deliveriesListEndpoint } from './endpoints/deliveries/list.js';
import { endpoint as deliveriesLocateEndpoint } from './endpoints/deliveries/locate.js';
import { endpoint as deliveriesTouchedEndpoint } from './endpoints/deliveries/touched.js';
import { endpoint as deliveriesWaitingEndpoint } from './endpoints/deliveries/waiting.js';
import { endpoint as deploymentsGetEndpoint } from './endpoints/deployments/get.js';
import { endpoint as deploymentsLanesEndpoint } from './endpoints/deployments/lanes.js';
import { endpoint as deploymentsListEndpoint } from './endpoints/deployments/list.js';
import { endpoint as feedListEndpoint } from './endpoints/feed/list.js';
import { endpoint as homeGetEndpoint } from './endpoints/home/get.js';
import { endpoint as homeMyWorkEndpoint } from './endpoints/home/my-work.js';
import { endpoint as integrationsCreateEndpoint } from './endpoints/integrations/create.js';
import { endpoint as integrationsDeleteEndpoint } from './endpoints/integrations/delete.js';
import { endpoint as integrationsEndPreviousSecretsEndpoint } from './endpoints/integrations/end-previous-secrets.js';
import { endpoint as integrationsEndPreviousTokensEndpoint } from './endpoints/integrations/end-previous-tokens.js';
import { endpoint as integrationsGetEndpoint } from './endpoints/integrations/get.js';
import { endpoint as integrationsListEndpoint } from './endpoints/integrations/list.js';
import { endpoint as integrationsOpenHandshakeWindowEndpoint } from './endpoints/integrations/open-handshake-window.js';
import { endpoint as integrationsRemoveSecretsEndpoint } from './endpoints/integrations/remove-secrets.js';
import { endpoint as integrationsRotateSecretEndpoint } from './endpoints/integrations/rotate-secret.js';
import { endpoint as integrationsRotateTokenEndpoint } from './endpoints/integrations/rotate-token.js';
import { endpoint as integrationsSaveGithubEndpoint } from './endpoints/integrations/save-github.js';
import { endpoint as integrationsSendTestEventEndpoint } from './endpoints/integrations/send-test-event.js';
import { endpoint as integrationsSetBuildkiteTokenEndpoint } from './endpoints/integrations/set-buildkite-token.js';
import { endpoint as integrationsSetJenkinsTokenEndpoint } from './endpoints/integrations/set-jenkins-token.js';
import { endpoint as integrationsTestGithubEndpoint } from './endpoints/integrations/test-github.js';
import { endpoint as integrationsTestJenkinsEndpoint } from './endpoints/integrations/test-jenkins.js';
import { endpoint as integrationsUpdateEndpoint } from './endpoints/integrations/update.js';
import { endpoint as maskedValuesAddEndpoint } from './endpoints/masked-values/add.js';
import { endpoint as maskedValuesListEndpoint } from './endpoints/masked-values/list.js';
import { endpoint as maskedValuesRemoveEndpoint } from './endpoints/masked-values/remove.js';
import { endpoint as membersChangeRoleEndpoint } from './endpoints/members/change-role.js';
import { endpoint as membersCopyInvitationEndpoint } from './endpoints/members/copy-invitation.js';
import { endpoint as membersInviteEndpoint } from './endpoints/members/invite.js';
import { endpoint as membersLeaveEndpoint } from './endpoints/members/leave.js';
import { endpoint as membersListEndpoint } from './endpoints/members/list.js';
import { endpoint as membersRemoveEndpoint } from './endpoints/members/remove.js';
import { endpoint as membersResendInvitationEndpoint } from './endpoints/members/resend-invitation.js';
import { endpoint as membersWithdrawInvitationEndpoint } from './endpoints/members/withdraw-invitation.js';
import { endpoint as metricsJobEndpoint } from './endpoints/metrics/job.js';
import { endpoint as metricsSeriesEndpoint } from './endpoints/metrics/series.js';
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
import { endpoint as notificationsGetSettingsEndpoint } from './endpoints/notifications/get-settings.js';
import { endpoint as notificationsListInboxEndpoint } from './endpoints/notifications/list-inbox.js';
import { endpoint as notificationsMarkReadEndpoint } from './endpoints/notifications/mark-read.js';
import { endpoint as notificationsUpdateRulesEndpoint } from './endpoints/notifications/update-rules.js';
import { endpoint as notificationsUpdateSettingsEndpoint } from './endpoints/notifications/update-settings.js';
import { endpoint as peopleListEndpoint } from './endpoints/people/list.js';
import { endpoint as problemsGetEndpoint } from './endpoints/problems/get.js';
import { endpoint as problemsListEndpoint } from './endpoints/problems/list.js';
import { endpoint as problemsUpdateEndpoint } from './endpoints/problems/update.js';
import { endpoint as projectMembersAddEndpoint } from './endpoints/project-members/add.js';
import { endpoint as projectMembersListEndpoint } from './endpoints/project-members/list.js';
import { endpoint as projectMembersRemoveEndpoint } from './endpoints/project-members/remove.js';
import { endpoint as projectSettingsCreateEndpoint } from './endpoints/project-settings/create.js';
import { endpoint as projectSettingsDeleteEndpoint } from './endpoints/project-settings/delete.js';
import { endpoint as projectSettingsGetEndpoint } from './endpoints/project-settings/get.js';
import { endpoint as projectSettingsListEndpoint } from './endpoints/project-settings/list.js';
import { endpoint as projectSettingsRenewBadgeLinkEndpoint } from './endpoints/project-settings/renew-badge-link.js';
import { endpoint as projectSettingsRenewFeedLinkEndpoint } from './endpoints/project-settings/renew-feed-link.js';
import { endpoint as projectSettingsSetStateEndpoint } from './endpoints/project-settings/set-state.js';
import { endpoint as projectSettingsUpdateEndpoint } from './endpoints/project-settings/update.js';
import { endpoint as referencesCountEndpoint } from './endpoints/references/count.js';
import { endpoint as referencesSearchEndpoint } from './endpoints/references/search.js';
import { endpoint as retentionGetEndpoint } from './endpoints/retention/get.js';
import { endpoint as retentionHoldAccountEndpoint } from './endpoints/retention/hold-account.js';
import { endpoint as retentionHoldProjectEndpoint } from './endpoints/retention/hold-project.js';
import { endpoint as retentionReleaseAccountEndpoint } from './endpoints/retention/release-account.js';
import { endpoint as retentionReleaseProjectEndpoint } from './endpoints/retention/release-project.js';
import { endpoint as retentionSetForProjectEndpoint } from './endpoints/retention/set-for-project.js';
import { list as savedViewsList } from './endpoints/saved-views.js';
import { listInAccount as savedViewsListInAccount } from './endpoints/saved-views.js';
import { save as savedViewsSave } from './endpoints/saved-views.js';
import { saveInAccount as savedViewsSaveInAccount } from './endpoints/saved-views.js';
import { update as savedViewsUpdate } from './endpoints/saved-views.js';
import { updateInAccount as savedViewsUpdateInAccount } from './endpoints/saved-views.js';
import { remove as savedViewsRemove } from './endpoints/saved-views.js';
import { removeInAccount as savedViewsRemoveInAccount } from './endpoints/saved-views.js';
import { endpoint as searchSearchEndpoint } from './endpoints/search/search.js';
import { endpoint as secondFactorGetEndpoint } from './endpoints/second-factor/get.js';
import { endpoint as secondFactorRemovePasskeyEndpoint } from './endpoints/second-factor/remove-passkey.js';
import { endpoint as secondFactorRenamePasskeyEndpoint } from './endpoints/second-factor/rename-passkey.js';
import { endpoint as secondFactorResetMemberEndpoint } from './endpoints/second-factor/reset-member.js';
import { endpoint as sessionEndEndpoint } from './endpoints/session/end.js';
import { endpoint as sessionGetEndpoint } from './endpoints/session/get.js';
import { endpoint as sessionSwitchAccountEndpoint } from './endpoints/session/switch-account.js';
import { endpoint as sessionsChangePasswordEndpoint } from './endpoints/sessions/change-password.js';
import { endpoint as sessionsEndOneEndpoint } from './endpoints/sessions/end-one.js';
import { endpoint as sessionsEndOthersEndpoint } from './endpoints/sessions/end-others.js';
import { endpoint as sessionsListEndpoint } from './endpoints/sessions/list.js';
import { endpoint as ssoAllowAddressEndpoint } from './endpoints/sso/allow-address.js';
import { endpoint as ssoDisallowAddressEndpoint } from './endpoints/sso/disallow-address.js';
import { endpoint as ssoGetEndpoint } from './endpoints/sso/get.js';
import { endpoint as ssoRemoveEndpoint } from './endpoints/sso/remove.js';
import { endpoint as ssoSaveEndpoint } from './endpoints/sso/save.js';
import { endpoint as ssoSetStateEndpoint } from './endpoints/sso/set-state.js';
import { endpoint as ssoTestEndpoint } from './endpoints/sso/test.js';
import { endpoint as ssoVerifyDomainEndpoint } from './endpoints/sso/verify-domain.js';
import { endpoint as tasksGetEndpoint } from './endpoints/tasks/get.js';
import { endpoint as tokensCreateEndpoint } from './endpoints/tokens/create.js';
import { endpoint as tokensListEndpoint } from './endpoints/tokens/list.js';
import { endpoint as tokensRestrictEndpoint } from './endpoints/tokens/restrict.js';
import { endpoint as tokensRevokeEndpoint } from './endpoints/tokens/revoke.js';
import { endpoint as tokensShortenEndpoint } from './endpoints/tokens/shorten.js';

export const consoleEndpoints = [
  accountCheckExportEndpoint,
  accountCreateEndpoint,
  accountDeleteEndpoint,
  accountGetEndpoint,
  accountRenameYourselfEndpoint,
  accountUpdateEndpoint,
  approvalsDecideGroupEndpoint,
  approvalsDecideEndpoint,
  approvalsGroupsEndpoint,
  approvalsListEndpoint,
  approvalsReopenEndpoint,
  assetsCountEndpoint,
  assetsGetEndpoint,
  assetsSearchEndpoint,
  auditLogCheckEndpoint,
  auditLogListEndpoint,
  billingChangePlanEndpoint,
  billingGetEndpoint,
  billingListCreditsEndpoint,
  billingSetPaymentMethodEndpoint,
  buildsCompareEndpoint,
  buildsGetEndpoint,
  buildsJobsEndpoint,
  buildsListEndpoint,
  buildsLogEndpoint,
  buildsPurgeLogEndpoint,
  changesAuthorsEndpoint,
  changesFilesEndpoint,
  changesGetEndpoint,
  changesListEndpoint,
  confirmationCheckEndpoint,
  confirmationConfirmEndpoint,
  confirmationRequestPasskeyEndpoint,
  confirmationWaysEndpoint,
  connectedAccountsConnectEndpoint,
  connectedAccountsDisconnectEndpoint,
  connectedAccountsListEndpoint,
  deliveriesListEndpoint,
  deliveriesLocateEndpoint,
  deliveriesTouchedEndpoint,
  deliveriesWaitingEndpoint,
  deploymentsGetEndpoint,
  deploymentsLanesEndpoint,
  deploymentsListEndpoint,
  feedListEndpoint,
  homeGetEndpoint,
  homeMyWorkEndpoint,
  integrationsCreateEndpoint,
  integrationsDeleteEndpoint,
  integrationsEndPreviousSecretsEndpoint,
  integrationsEndPreviousTokensEndpoint,
  integrationsGetEndpoint,
  integrationsListEndpoint,
  integrationsOpenHandshakeWindowEndpoint,
  integrationsRemoveSecretsEndpoint,
  integrationsRotateSecretEndpoint,
  integrationsRotateTokenEndpoint,
  integrationsSaveGithubEndpoint,
  integrationsSendTestEventEndpoint,
  integrationsSetBuildkiteTokenEndpoint,
  integrationsSetJenkinsTokenEndpoint,
  integrationsTestGithubEndpoint,
  integrationsTestJenkinsEndpoint,
  integrationsUpdateEndpoint,
  maskedValuesAddEndpoint,
  maskedValuesListEndpoint,
  maskedValuesRemoveEndpoint,
  membersChangeRoleEndpoint,
  membersCopyInvitationEndpoint,
  membersInviteEndpoint,
  membersLeaveEndpoint,
  membersListEndpoint,
  membersRemoveEndpoint,
  membersResendInvitationEndpoint,
  membersWithdrawInvitationEndpoint,
  metricsJobEndpoint,
  metricsSeriesEndpoint,
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
  notificationsGetSettingsEndpoint,
  notificationsListInboxEndpoint,
  notificationsMarkReadEndpoint,
  notificationsUpdateRulesEndpoint,
  notificationsUpdateSettingsEndpoint,
  peopleListEndpoint,
  problemsGetEndpoint,
  problemsListEndpoint,
  problemsUpdateEndpoint,
  projectMembersAddEndpoint,
  projectMembersListEndpoint,
  projectMembersRemoveEndpoint,
  projectSettingsCreateEndpoint,
  projectSettingsDeleteEndpoint,
  projectSettingsGetEndpoint,
  projectSettingsListEndpoint,
  projectSettingsRenewBadgeLinkEndpoint,
  projectSettingsRenewFeedLinkEndpoint,
  projectSettingsSetStateEndpoint,
  projectSettingsUpdateEndpoint,
  referencesCountEndpoint,
  referencesSearchEndpoint,
  retentionGetEndpoint,
  retentionHoldAccountEndpoint,
  retentionHoldProjectEndpoint,
  retentionReleaseAccountEndpoint,
  retentionReleaseProjectEndpoint,
  retentionSetForProjectEndpoint,
  savedViewsList,
  savedViewsListInAccount,
  savedViewsSave,
  savedViewsSaveInAccount,
  savedViewsUpdate,
  savedViewsUpdateInAccount,
  savedViewsRemove,
  savedViewsRemoveInAccount,
  searchSearchEndpoint,
  secondFactorGetEndpoint,
  secondFactorRemovePasskeyEndpoint,
  secondFactorRenamePasskeyEndpoint,
  secondFactorResetMemberEndpoint,
  sessionEndEndpoint,
  sessionGetEndpoint,
  sessionSwitchAccountEndpoint,
  sessionsChangePasswordEndpoint,
  sessionsEndOneEndpoint,
  sessionsEndOthersEndpoint,
  sessionsListEndpoint,
  ssoAllowAddressEndpoint,
  ssoDisallowAddressEndpoint,
  ssoGetEndpoint,
  ssoRemoveEndpoint,
  ssoSaveEndpoint,
  ssoSetStateEndpoint,
  ssoTestEndpoint,
  ssoVerifyDomainEndpoint,
  tasksGetEndpoint,
  tokensCreateEndpoint,
  tokensListEndpoint,
  tokensRestrictEndpoint,
  tokensRevokeEndpoint,
  tokensShortenEndpoint,
] as const;
