import { listDeliveries } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentDelivery } from './present-delivery.js';

export const endpoint = defineEndpoint(listDeliveries, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listDeliveries, scope: project.id, query });
  const { provider, integration_id: integrationId, event, outcome: outcomes, since, until } = query;
  const filter = { provider, integrationId, event, outcomes, since, until };
  const deliveries = await services.reads.listDeliveries(project.id, filter, page);
  const { rows, pagination } = page.end(deliveries, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  const redactor = services.redactors.of(project);
  return { deliveries: rows.map((row) => presentDelivery(row, redactor)), pagination };
});
