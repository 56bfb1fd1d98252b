// Generated from the folder by `npm run generate`. Do not edit.
import * as account from './endpoints/account.js';
import * as approvals from './endpoints/approvals.js';
import * as assets from './endpoints/assets.js';
import * as auditLog from './endpoints/audit-log.js';
import * as billing from './endpoints/billing.js';
import * as buildsBuilds from './endpoints/builds/builds.js';
import * as changes from './endpoints/changes.js';
import * as confirmation from './endpoints/confirmation.js';
import * as connectedAccounts from './endpoints/connected-accounts.js';
import * as deliveries from './endpoints/deliveries.js';
import * as deployments from './endpoints/deployments.js';
import * as feed from './endpoints/feed.js';
import * as groups from './endpoints/groups.js';
import * as home from './endpoints/home.js';
import * as integrationsCredentials from './endpoints/integrations/credentials.js';
import * as integrationsGithub from './endpoints/integrations/github.js';
import * as integrationsIntegrations from './endpoints/integrations/integrations.js';
import * as maskedValues from './endpoints/masked-values.js';
import * as members from './endpoints/members.js';
import * as metrics from './endpoints/metrics.js';
import * as notificationChannelsNotificationChannels from './endpoints/notification-channels/notification-channels.js';
import * as notificationChannelsPreviews from './endpoints/notification-channels/previews.js';
import * as notifications from './endpoints/notifications.js';
import * as ownership from './endpoints/ownership.js';
import * as problems from './endpoints/problems.js';
import * as projectMembers from './endpoints/project-members.js';
import * as projectSettings from './endpoints/project-settings.js';
import * as references from './endpoints/references.js';
import * as retention from './endpoints/retention.js';
import * as savedViews from './endpoints/saved-views.js';
import * as search from './endpoints/search.js';
import * as secondFactor from './endpoints/second-factor.js';
import * as session from './endpoints/session.js';
import * as sessions from './endpoints/sessions.js';
import * as sso from './endpoints/sso.js';
import * as tasks from './endpoints/tasks.js';
import * as tests from './endpoints/tests.js';
import * as tokens from './endpoints/tokens.js';

export const consoleEndpoints = [
  account.get,
  account.create,
  account.update,
  account.checkExportEndpoint,
  account.renameYourselfEndpoint,
  account.remove,
  approvals.list,
  approvals.groups,
  approvals.decide,
  approvals.decideGroupEndpoint,
  approvals.reopen,
  assets.search,
  assets.get,
  assets.count,
  auditLog.list,
  auditLog.check,
  billing.get,
  billing.changePlanEndpoint,
  billing.listCreditsEndpoint,
  billing.setPaymentMethodEndpoint,
  buildsBuilds.list,
  buildsBuilds.get,
  buildsBuilds.compare,
  buildsBuilds.jobs,
  buildsBuilds.log,
  buildsBuilds.purgeLog,
  changes.list,
  changes.get,
  changes.authors,
  changes.files,
  confirmation.check,
  confirmation.confirm,
  confirmation.requestPasskeyEndpoint,
  confirmation.ways,
  connectedAccounts.list,
  connectedAccounts.connect,
  connectedAccounts.disconnect,
  deliveries.list,
  deliveries.locate,
  deliveries.touched,
  deliveries.waiting,
  deployments.list,
  deployments.lanes,
  deployments.get,
  feed.list,
  groups.list,
  groups.create,
  groups.update,
  groups.remove,
  groups.take,
  home.get,
  home.myWork,
  integrationsCredentials.openHandshakeWindowEndpoint,
  integrationsCredentials.rotateSecret,
  integrationsCredentials.rotateToken,
  integrationsCredentials.setBuildkiteTokenEndpoint,
  integrationsCredentials.setJenkinsTokenEndpoint,
  integrationsCredentials.endPreviousSecretsEndpoint,
  integrationsCredentials.endPreviousTokensEndpoint,
  integrationsCredentials.removeSecrets,
  integrationsGithub.saveGithub,
  integrationsGithub.testGithub,
  integrationsIntegrations.list,
  integrationsIntegrations.get,
  integrationsIntegrations.create,
  integrationsIntegrations.update,
  integrationsIntegrations.sendTestEventEndpoint,
  integrationsIntegrations.testJenkins,
  integrationsIntegrations.remove,
  maskedValues.list,
  maskedValues.add,
  maskedValues.remove,
  members.list,
  members.invite,
  members.changeRoleEndpoint,
  members.copyInvitationEndpoint,
  members.resendInvitationEndpoint,
  members.leave,
  members.remove,
  members.withdrawInvitationEndpoint,
  metrics.series,
  metrics.tests,
  metrics.job,
  notificationChannelsNotificationChannels.list,
  notificationChannelsNotificationChannels.add,
  notificationChannelsNotificationChannels.update,
  notificationChannelsNotificationChannels.remove,
  notificationChannelsNotificationChannels.changeAddress,
  notificationChannelsNotificationChannels.rotateSecret,
  notificationChannelsNotificationChannels.sendTest,
  notificationChannelsNotificationChannels.tryNow,
  notificationChannelsNotificationChannels.listDeliveries,
  notificationChannelsNotificationChannels.replay,
  notificationChannelsNotificationChannels.previewFilter,
  notificationChannelsPreviews.listPreviews,
  notifications.getSettings,
  notifications.listInboxEndpoint,
  notifications.markRead,
  notifications.updateRules,
  notifications.updateSettings,
  ownership.get,
  ownership.check,
  ownership.save,
  ownership.find,
  problems.list,
  problems.get,
  problems.update,
  projectMembers.list,
  projectMembers.add,
  projectMembers.remove,
  projectMembers.listPeople,
  projectSettings.list,
  projectSettings.get,
  projectSettings.create,
  projectSettings.update,
  projectSettings.renewBadgeLinkEndpoint,
  projectSettings.renewFeedLinkEndpoint,
  projectSettings.setState,
  projectSettings.remove,
  references.search,
  references.count,
  retention.get,
  retention.holdAccountEndpoint,
  retention.holdProjectEndpoint,
  retention.releaseAccountEndpoint,
  retention.releaseProjectEndpoint,
  retention.setForProject,
  savedViews.list,
  savedViews.listInAccount,
  savedViews.save,
  savedViews.saveInAccount,
  savedViews.update,
  savedViews.updateInAccount,
  savedViews.remove,
  savedViews.removeInAccount,
  search.search,
  secondFactor.get,
  secondFactor.renamePasskeyEndpoint,
  secondFactor.resetMember,
  secondFactor.removePasskeyEndpoint,
  session.get,
  session.switchAccountEndpoint,
  session.end,
  sessions.list,
  sessions.changePasswordEndpoint,
  sessions.endOne,
  sessions.endOthers,
  sso.get,
  sso.save,
  sso.allowAddressEndpoint,
  sso.disallowAddressEndpoint,
  sso.setState,
  sso.test,
  sso.verifyDomain,
  sso.remove,
  tasks.get,
  tests.list,
  tests.counts,
  tests.renames,
  tests.rename,
  tokens.list,
  tokens.create,
  tokens.restrict,
  tokens.revoke,
  tokens.shorten,
] as const;
