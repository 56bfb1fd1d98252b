import { testJenkinsServer } from '@slipway/contracts';
import { announceChange, requestPoll } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { loadIntegration } from './load-integration.js';

/**
 * A worker polls the server immediately, with the usual network rules and credentials. The state of the poll is the
 * result of the test.
 */
export const endpoint = defineConsoleEndpoint(testJenkinsServer, async (input) => {
  const { project, services } = input;
  const { id } = await loadIntegration(input);
  await services.database.modelTransaction(async (tx) => {
    await requestPoll(tx, id, new Date(services.clock.now()));
    await announceChange(tx, project.id, 'integration');
  });
  return done;
});
