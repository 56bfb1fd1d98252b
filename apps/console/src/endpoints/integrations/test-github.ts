import { testGithubConnection } from '@slipway/contracts';
import { announceChange, requestGithubTest } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { loadIntegration } from './load-integration.js';

/** A worker contacts GitHub immediately, with the usual network rules. The state of the connection is the result. */
export const endpoint = defineConsoleEndpoint(testGithubConnection, async (input) => {
  const { project, services } = input;
  const { id } = await loadIntegration(input);
  await services.database.modelTransaction(async (tx) => {
    await requestGithubTest(tx, id);
    await announceChange(tx, project.id, 'integration');
  });
  return done;
});
