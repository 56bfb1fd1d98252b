import { setProjectState } from '@slipway/contracts';
import { setProjectState as saveState } from '@slipway/db';
import { requireConfirmed } from '../../auth/confirmation/confirmed.js';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readProjectSettings } from './present-project.js';

export const endpoint = defineConsoleEndpoint(
  setProjectState,
  async ({ caller, project, body, audit, services }) => {
    // Its webhooks are accepted again.
    if (body.state === 'active') requireConfirmed(caller, services);
    return services.database.modelTransaction(async (tx) => {
      await saveState(tx, project.id, { state: body.state, now: new Date(services.clock.now()) });
      await audit(tx, { target: project.name, detail: { state: body.state } });
      return readProjectSettings(servicesIn(tx, services), project.id, caller.userId);
    });
  },
);
