import { renewBadgeLink } from '@slipway/contracts';
import { renewBadgeLink as renew } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readProjectSettings } from './present-project.js';

export const endpoint = defineConsoleEndpoint(renewBadgeLink, async ({ caller, project, audit, services }) => {
  return services.database.modelTransaction(async (tx) => {
    await renew(tx, project.id);
    await audit(tx, { target: project.name });
    return readProjectSettings(servicesIn(tx, services), project.id, caller.userId);
  });
});
