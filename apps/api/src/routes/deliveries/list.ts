import { listDeliveries } from '@slipway/contracts';
import type { DeliveryRecord } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { closePage, openPage } from '../../paging.js';
import { presentDelivery } from '../../present/delivery.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listDeliveries, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listDeliveries, String(project.id), query);
  const { provider, event, outcome: outcomes, since, until } = query;
  const integrationId = query.integration_id === undefined ? undefined : parseRowId(query.integration_id);
  const matches: DeliveryRecord[] =
    integrationId === null
      ? []
      : await services.reads.listDeliveries(
          project.id,
          { provider, integrationId, event, outcomes, since, until },
          page,
        );
  const { rows, pagination } = closePage(page, matches, ({ receivedAt, id }) => ({
    at: receivedAt.getTime(),
    id,
  }));
  return { deliveries: rows.map(presentDelivery), pagination };
});
