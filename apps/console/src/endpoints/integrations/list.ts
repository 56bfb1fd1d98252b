import { listIntegrations } from '@slipway/contracts';
import { providers } from '@slipway/providers';
import { TEST_AGENT } from '@slipway/providers/setups';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentIntegration, presentProvider } from './present-integration.js';

export const endpoint = defineConsoleEndpoint(listIntegrations, async ({ project, services }) => {
  const integrations = await services.reads.listIntegrationHealth({
    projectId: project.id,
    testAgent: TEST_AGENT,
  });
  return {
    integrations: integrations.map(presentIntegration),
    providers: providers.map(presentProvider),
  };
});
