import { getConsoleDeployment } from '@slipway/contracts';
import { parseUuid, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentConsoleDeployments } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(getConsoleDeployment, async ({ project, params, services }) => {
  const { reads } = services;
  const id = found(parseUuid(params.deployment_id));
  const deployment = found(await reads.findDeployment(project.id, id));
  const { change, history, integrationName } = await reads.findDeploymentSurroundings(project.id, deployment);
  const [shown] = await presentConsoleDeployments(services, project, [{ ...deployment, change }]);
  return {
    ...found(shown ?? null),
    notes: sanitizeText(deployment.notes),
    integration: { id: deployment.integrationId, name: integrationName },
    events: history.map(({ id: eventId, event, status, occurredAt }) => ({
      id: eventId,
      event: sanitizeText(event),
      status,
      occurred_at: presentTime(occurredAt),
    })),
  };
});
