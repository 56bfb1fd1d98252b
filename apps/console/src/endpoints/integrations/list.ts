import { listIntegrations } from '@slipway/contracts';
import { providers } from '@slipway/providers';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentIntegration, presentProvider } from './present-integration.js';

export const endpoint = defineConsoleEndpoint(listIntegrations, async ({ project, services }) => {
  const integrations = await services.reads.listIntegrationHealth(project.id);
  return {
    integrations: integrations.map((record) => presentIntegration(record, services.clock.now())),
    providers: providers.map(presentProvider),
  };
});
