import { deleteProject } from '@slipway/contracts';
import { setProjectState } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { requireConfirmation } from '../../require-name.js';

/** Archives the project immediately; a worker deletes it, however large it is. */
export const endpoint = defineConsoleEndpoint(deleteProject, async ({ project, body, audit, services }) => {
  requireConfirmation(body.name, project.name);
  await services.database.modelTransaction(async (tx) => {
    await setProjectState(tx, project.id, { state: 'archived', now: new Date(services.clock.now()) });
    await audit(tx, { target: project.name });
    await services.deletions.project(project.id);
  });
  return done;
});
