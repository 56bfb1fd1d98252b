// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as deliveriesListEndpoint } from './endpoints/deliveries/list.js';
import { endpoint as deliveriesTouchedEndpoint } from './endpoints/deliveries/touched.js';
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
import { endpoint as peopleListEndpoint } from './endpoints/people/list.js';
import { endpoint as searchSearchEndpoint } from './endpoints/search/search.js';
import { endpoint as sessionEndEndpoint } from './endpoints/session/end.js';
import { endpoint as sessionGetEndpoint } from './endpoints/session/get.js';
import { endpoint as sessionSwitchAccountEndpoint } from './endpoints/session/switch-account.js';

export const consoleEndpoints = [
  deliveriesListEndpoint,
  deliveriesTouchedEndpoint,
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
  peopleListEndpoint,
  searchSearchEndpoint,
  sessionEndEndpoint,
  sessionGetEndpoint,
  sessionSwitchAccountEndpoint,
] as const;
