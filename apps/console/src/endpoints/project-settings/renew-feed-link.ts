import { renewFeedLink } from '@slipway/contracts';
import { renewFeedLink as renew } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readProjectSettings } from './present-project.js';

export const endpoint = defineConsoleEndpoint(renewFeedLink, async ({ caller, project, audit, services }) => {
  const { userId } = caller;
  return services.database.modelTransaction(async (tx) => {
    await renew(tx, { projectId: project.id, userId });
    await audit(tx, { target: project.name });
    return readProjectSettings(servicesIn(tx, services), project.id, userId);
  });
});
