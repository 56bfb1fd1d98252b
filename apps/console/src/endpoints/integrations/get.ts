import { getIntegration } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadIntegration, showIntegration } from './load-integration.js';

export const endpoint = defineConsoleEndpoint(getIntegration, async (input) => {
  const { id } = await loadIntegration(input);
  return showIntegration(input.services, input.project.id, id);
});
