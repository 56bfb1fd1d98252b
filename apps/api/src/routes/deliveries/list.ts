import { listDeliveries } from '@slipway/contracts';
import { closePage, openPage } from '../../paging.js';
import { presentDelivery } from '../../present/delivery.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listDeliveries, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listDeliveries, String(project.id), query);
  const { provider, integration_id: integrationId, event, outcome: outcomes, since, until } = query;
  const filter = { provider, integrationId, event, outcomes, since, until };
  const matches = await services.reads.listDeliveries(project.id, filter, page);
  const { rows, pagination } = closePage(page, matches, ({ receivedAt, id }) => ({
    at: receivedAt.getTime(),
    id,
  }));
  return { deliveries: rows.map(presentDelivery), pagination };
});
