import { deleteIntegration as contract } from '@slipway/contracts';
import { announceChange, deleteIntegration } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { loadIntegration } from './load-integration.js';

export const endpoint = defineConsoleEndpoint(contract, async (input) => {
  const { project, audit, services } = input;
  const { id, name, provider } = await loadIntegration(input);
  await services.database.modelTransaction(async (tx) => {
    await deleteIntegration(tx, id);
    await audit(tx, { target: name, detail: { integration_id: id, provider } });
    await announceChange(tx, project.id, 'integration');
  });
  return done;
});
