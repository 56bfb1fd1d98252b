import { updatePersonalRules } from '@slipway/contracts';
import { setPersonalRules } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(updatePersonalRules, async ({ caller, project, body, services }) => {
  const key = { projectId: project.id, userId: caller.userId };
  await services.database.modelTransaction((tx) => setPersonalRules(tx, key, body.rules));
  return done;
});
