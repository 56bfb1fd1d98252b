import { endPreviousSecrets } from '@slipway/contracts';
import { announceChange, retireSigningSecrets } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';

export const endpoint = defineConsoleEndpoint(endPreviousSecrets, async (input) => {
  const { project, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  return services.database.modelTransaction(async (tx) => {
    await retireSigningSecrets(tx, id, { which: 'replaced', now: new Date(services.clock.now()) });
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
});
