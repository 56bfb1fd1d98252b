import { getIntegration } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadIntegration, showIntegration } from './load-integration.js';

export const endpoint = defineConsoleEndpoint(getIntegration, async (input) => {
  const { id } = await loadIntegration(input);
  const integration = await showIntegration(input.services, input.project.id, id);
  // Settings may name a person, such as the user of a Jenkins server.
  return input.account.role === 'owner' ? integration : { ...integration, settings: {} };
});
