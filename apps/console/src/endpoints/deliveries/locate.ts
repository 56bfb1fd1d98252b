import { locateDelivery } from '@slipway/contracts';
import { parseUuid, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

const NOWHERE = { place: 'nowhere', project_id: null, refusal: null } as const;

export const endpoint = defineConsoleEndpoint(locateDelivery, async ({ account, params, services }) => {
  const id = parseUuid(params.delivery_id);
  if (id === null) return NOWHERE;
  const projectId = await services.reads.findProjectOfDelivery(account.id, id);
  if (projectId !== null) return { place: 'log', project_id: projectId, refusal: null } as const;
  const projectIds = await services.reads.listProjectIds(account.id);
  const { deliveries } = await services.readWaitingDeliveries(projectIds);
  const waiting = deliveries.find((delivery) => delivery.id === id);
  if (waiting !== undefined) return { place: 'queue', project_id: waiting.projectId, refusal: null } as const;
  const refused = await services.findRefused(id, projectIds);
  if (refused === null) return NOWHERE;
  const refusal = {
    integration_id: refused.integrationId,
    received_at: presentTime(new Date(refused.receivedAt)),
    error: refused.code,
    message: sanitizeText(refused.message),
  };
  return { place: 'refused', project_id: refused.projectId, refusal } as const;
});
