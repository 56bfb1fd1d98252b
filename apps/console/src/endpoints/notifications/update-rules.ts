import { updatePersonalRules } from '@slipway/contracts';
import { setFilter, setPersonalRules } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(
  updatePersonalRules,
  async ({ caller, project, body, audit, services }) => {
    const key = { projectId: project.id, userId: caller.userId };
    await services.database.modelTransaction(async (tx) => {
      await setPersonalRules(tx, key, body.rules ?? []);
      if (body.builds !== undefined) await setFilter(tx, key, body.builds);
      await audit(tx, { target: project.name, detail: { ...body } });
    });
    return done;
  },
);
