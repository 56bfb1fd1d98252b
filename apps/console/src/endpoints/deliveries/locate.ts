import { locateDelivery } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

/** A request that was refused has an id and is stored nowhere. */
export const endpoint = defineConsoleEndpoint(locateDelivery, async ({ account, params, services }) => {
  const id = parseUuid(params.delivery_id);
  if (id === null) return { place: 'nowhere', project_id: null } as const;
  const projectId = await services.reads.findProjectOfDelivery(account.id, id);
  if (projectId !== null) return { place: 'log', project_id: projectId } as const;
  const { deliveries } = await services.readWaitingDeliveries(await services.reads.listProjectIds(account.id));
  const waiting = deliveries.find((delivery) => delivery.id === id);
  if (waiting !== undefined) return { place: 'queue', project_id: waiting.projectId } as const;
  return { place: 'nowhere', project_id: null } as const;
});
