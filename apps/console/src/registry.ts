// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as approvalsDecideEndpoint } from './endpoints/approvals/decide.js';
import { endpoint as approvalsListEndpoint } from './endpoints/approvals/list.js';
import { endpoint as approvalsReopenEndpoint } from './endpoints/approvals/reopen.js';
import { endpoint as assetsCountEndpoint } from './endpoints/assets/count.js';
import { endpoint as assetsGetEndpoint } from './endpoints/assets/get.js';
import { endpoint as assetsSearchEndpoint } from './endpoints/assets/search.js';
import { endpoint as buildsGetEndpoint } from './endpoints/builds/get.js';
import { endpoint as buildsJobsEndpoint } from './endpoints/builds/jobs.js';
import { endpoint as buildsListEndpoint } from './endpoints/builds/list.js';
import { endpoint as buildsLogEndpoint } from './endpoints/builds/log.js';
import { endpoint as deliveriesListEndpoint } from './endpoints/deliveries/list.js';
import { endpoint as deliveriesTouchedEndpoint } from './endpoints/deliveries/touched.js';
import { endpoint as deploymentsGetEndpoint } from './endpoints/deployments/get.js';
import { endpoint as deploymentsLanesEndpoint } from './endpoints/deployments/lanes.js';
import { endpoint as deploymentsListEndpoint } from './endpoints/deployments/list.js';
import { endpoint as feedListEndpoint } from './endpoints/feed/list.js';
import { endpoint as homeGetEndpoint } from './endpoints/home/get.js';
import { endpoint as integrationsCreateEndpoint } from './endpoints/integrations/create.js';
import { endpoint as integrationsDeleteEndpoint } from './endpoints/integrations/delete.js';
import { endpoint as integrationsEndPreviousTokenEndpoint } from './endpoints/integrations/end-previous-token.js';
import { endpoint as integrationsGetEndpoint } from './endpoints/integrations/get.js';
import { endpoint as integrationsListEndpoint } from './endpoints/integrations/list.js';
import { endpoint as integrationsRemoveSecretsEndpoint } from './endpoints/integrations/remove-secrets.js';
import { endpoint as integrationsRotateSecretEndpoint } from './endpoints/integrations/rotate-secret.js';
import { endpoint as integrationsRotateTokenEndpoint } from './endpoints/integrations/rotate-token.js';
import { endpoint as integrationsSendTestEventEndpoint } from './endpoints/integrations/send-test-event.js';
import { endpoint as integrationsSetJenkinsTokenEndpoint } from './endpoints/integrations/set-jenkins-token.js';
import { endpoint as integrationsTestJenkinsEndpoint } from './endpoints/integrations/test-jenkins.js';
import { endpoint as integrationsUpdateEndpoint } from './endpoints/integrations/update.js';
import { endpoint as metricsSeriesEndpoint } from './endpoints/metrics/series.js';
import { endpoint as peopleListEndpoint } from './endpoints/people/list.js';
import { endpoint as projectMembersAddEndpoint } from './endpoints/project-members/add.js';
import { endpoint as projectMembersListEndpoint } from './endpoints/project-members/list.js';
import { endpoint as projectMembersRemoveEndpoint } from './endpoints/project-members/remove.js';
import { endpoint as referencesCountEndpoint } from './endpoints/references/count.js';
import { endpoint as referencesSearchEndpoint } from './endpoints/references/search.js';
import { endpoint as searchSearchEndpoint } from './endpoints/search/search.js';
import { endpoint as sessionEndEndpoint } from './endpoints/session/end.js';
import { endpoint as sessionGetEndpoint } from './endpoints/session/get.js';
import { endpoint as sessionSwitchAccountEndpoint } from './endpoints/session/switch-account.js';

export const consoleEndpoints = [
  approvalsDecideEndpoint,
  approvalsListEndpoint,
  approvalsReopenEndpoint,
  assetsCountEndpoint,
  assetsGetEndpoint,
  assetsSearchEndpoint,
  buildsGetEndpoint,
  buildsJobsEndpoint,
  buildsListEndpoint,
  buildsLogEndpoint,
  deliveriesListEndpoint,
  deliveriesTouchedEndpoint,
  deploymentsGetEndpoint,
  deploymentsLanesEndpoint,
  deploymentsListEndpoint,
  feedListEndpoint,
  homeGetEndpoint,
  integrationsCreateEndpoint,
  integrationsDeleteEndpoint,
  integrationsEndPreviousTokenEndpoint,
  integrationsGetEndpoint,
  integrationsListEndpoint,
  integrationsRemoveSecretsEndpoint,
  integrationsRotateSecretEndpoint,
  integrationsRotateTokenEndpoint,
  integrationsSendTestEventEndpoint,
  integrationsSetJenkinsTokenEndpoint,
  integrationsTestJenkinsEndpoint,
  integrationsUpdateEndpoint,
  metricsSeriesEndpoint,
  peopleListEndpoint,
  projectMembersAddEndpoint,
  projectMembersListEndpoint,
  projectMembersRemoveEndpoint,
  referencesCountEndpoint,
  referencesSearchEndpoint,
  searchSearchEndpoint,
  sessionEndEndpoint,
  sessionGetEndpoint,
  sessionSwitchAccountEndpoint,
] as const;
