import { removeIntegrationSecrets } from '@slipway/contracts';
import { announceChange, retireSigningSecrets } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadIntegration, showIntegration } from './load-integration.js';

export const endpoint = defineConsoleEndpoint(removeIntegrationSecrets, async (input) => {
  const { project, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  await services.database.modelTransaction(async (tx) => {
    await retireSigningSecrets(tx, id, { which: 'all', now: new Date(services.clock.now()) });
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
  });
  return showIntegration(services, project.id, id);
});
