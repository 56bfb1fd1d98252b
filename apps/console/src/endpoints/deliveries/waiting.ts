import { listWaitingDeliveries } from '@slipway/contracts';
import { redactName, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { redactorsOf } from '../../redactors-of.js';

const MAX_SHOWN = 50;

/** While Redis is down, nothing is known about its queues; ingest then keeps deliveries on its disk. */
export const endpoint = defineConsoleEndpoint(listWaitingDeliveries, async ({ account, query, services }) => {
  const projectIds = await services.reads.listProjectIds(account.id);
  const chosen = projectIds.filter((id) => query.project_id === undefined || id === query.project_id);
  const { deliveries, isComplete } = await services.readWaitingDeliveries(chosen);
  const shown = deliveries.slice(0, MAX_SHOWN);
  const redactorOf = await redactorsOf(services, chosen);
  return {
    count: deliveries.length,
    is_exact: isComplete,
    deliveries: shown.map(({ id, projectId, provider, event, receivedAt }) => ({
      id,
      project_id: projectId,
      provider,
      event: redactName(sanitizeText(event), redactorOf(projectId)),
      received_at: presentTime(new Date(receivedAt)),
    })),
  };
});
