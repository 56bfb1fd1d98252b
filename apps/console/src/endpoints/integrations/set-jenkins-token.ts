import { setJenkinsToken } from '@slipway/contracts';
import { announceChange, replaceApiToken } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { toStoredSecret } from './new-credentials.js';

export const endpoint = defineConsoleEndpoint(setJenkinsToken, async (input) => {
  const { project, body, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  const apiToken = body.api_token.trim();
  const stored = apiToken === '' ? null : toStoredSecret(services, id, apiToken);
  await services.database.modelTransaction(async (tx) => {
    await replaceApiToken(tx, id, stored);
    await audit(tx, { target: name, detail: { integration_id: id, removed: stored === null } });
    await announceChange(tx, project.id, 'integration');
  });
  return showIntegration(services, project.id, id);
});
