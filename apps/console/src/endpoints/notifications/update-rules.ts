import { updatePersonalRules } from '@slipway/contracts';
import { setPersonalRules } from '@slipway/db';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(
  updatePersonalRules,
  async ({ caller, project, body, audit, services }) => {
    const key = { projectId: project.id, userId: caller.userId };
    await services.database.modelTransaction(async (tx) => {
      await setPersonalRules(tx, key, body.rules);
      await audit(tx, { target: project.name, detail: { rules: body.rules } });
    });
    return done;
  },
);
