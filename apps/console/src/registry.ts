// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as accountDeleteEndpoint } from './endpoints/account/delete.js';
import { endpoint as accountGetEndpoint } from './endpoints/account/get.js';
import { endpoint as accountRenameYourselfEndpoint } from './endpoints/account/rename-yourself.js';
import { endpoint as accountUpdateEndpoint } from './endpoints/account/update.js';
import { endpoint as auditLogListEndpoint } from './endpoints/audit-log/list.js';
import { endpoint as billingChangePlanEndpoint } from './endpoints/billing/change-plan.js';
import { endpoint as billingGetEndpoint } from './endpoints/billing/get.js';
import { endpoint as billingListCreditsEndpoint } from './endpoints/billing/list-credits.js';
import { endpoint as billingSetPaymentMethodEndpoint } from './endpoints/billing/set-payment-method.js';
import { endpoint as connectedAccountsConnectEndpoint } from './endpoints/connected-accounts/connect.js';
import { endpoint as connectedAccountsDisconnectEndpoint } from './endpoints/connected-accounts/disconnect.js';
import { endpoint as connectedAccountsListEndpoint } from './endpoints/connected-accounts/list.js';
import { endpoint as membersChangeRoleEndpoint } from './endpoints/members/change-role.js';
import { endpoint as membersInviteEndpoint } from './endpoints/members/invite.js';
import { endpoint as membersLeaveEndpoint } from './endpoints/members/leave.js';
import { endpoint as membersListEndpoint } from './endpoints/members/list.js';
import { endpoint as membersRemoveEndpoint } from './endpoints/members/remove.js';
import { endpoint as membersWithdrawInvitationEndpoint } from './endpoints/members/withdraw-invitation.js';
import { endpoint as peopleListEndpoint } from './endpoints/people/list.js';
import { endpoint as projectSettingsCreateEndpoint } from './endpoints/project-settings/create.js';
import { endpoint as projectSettingsDeleteEndpoint } from './endpoints/project-settings/delete.js';
import { endpoint as projectSettingsGetEndpoint } from './endpoints/project-settings/get.js';
import { endpoint as projectSettingsListEndpoint } from './endpoints/project-settings/list.js';
import { endpoint as projectSettingsRotateLinkEndpoint } from './endpoints/project-settings/rotate-link.js';
import { endpoint as projectSettingsSetStateEndpoint } from './endpoints/project-settings/set-state.js';
import { endpoint as projectSettingsUpdateEndpoint } from './endpoints/project-settings/update.js';
import { endpoint as searchSearchEndpoint } from './endpoints/search/search.js';
import { endpoint as sessionEndEndpoint } from './endpoints/session/end.js';
import { endpoint as sessionGetEndpoint } from './endpoints/session/get.js';
import { endpoint as sessionSwitchAccountEndpoint } from './endpoints/session/switch-account.js';
import { endpoint as sessionsChangePasswordEndpoint } from './endpoints/sessions/change-password.js';
import { endpoint as sessionsEndOneEndpoint } from './endpoints/sessions/end-one.js';
import { endpoint as sessionsEndOthersEndpoint } from './endpoints/sessions/end-others.js';
import { endpoint as sessionsListEndpoint } from './endpoints/sessions/list.js';
import { endpoint as tokensCreateEndpoint } from './endpoints/tokens/create.js';
import { endpoint as tokensListEndpoint } from './endpoints/tokens/list.js';
import { endpoint as tokensRevokeEndpoint } from './endpoints/tokens/revoke.js';

export const consoleEndpoints = [
  accountDeleteEndpoint,
  accountGetEndpoint,
  accountRenameYourselfEndpoint,
  accountUpdateEndpoint,
  auditLogListEndpoint,
  billingChangePlanEndpoint,
  billingGetEndpoint,
  billingListCreditsEndpoint,
  billingSetPaymentMethodEndpoint,
  connectedAccountsConnectEndpoint,
  connectedAccountsDisconnectEndpoint,
  connectedAccountsListEndpoint,
  membersChangeRoleEndpoint,
  membersInviteEndpoint,
  membersLeaveEndpoint,
  membersListEndpoint,
  membersRemoveEndpoint,
  membersWithdrawInvitationEndpoint,
  peopleListEndpoint,
  projectSettingsCreateEndpoint,
  projectSettingsDeleteEndpoint,
  projectSettingsGetEndpoint,
  projectSettingsListEndpoint,
  projectSettingsRotateLinkEndpoint,
  projectSettingsSetStateEndpoint,
  projectSettingsUpdateEndpoint,
  searchSearchEndpoint,
  sessionEndEndpoint,
  sessionGetEndpoint,
  sessionSwitchAccountEndpoint,
  sessionsChangePasswordEndpoint,
  sessionsEndOneEndpoint,
  sessionsEndOthersEndpoint,
  sessionsListEndpoint,
  tokensCreateEndpoint,
  tokensListEndpoint,
  tokensRevokeEndpoint,
] as const;
