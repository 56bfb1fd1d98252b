import { listAccountDeliveries } from '@slipway/contracts';
import { keysetPage, presentDelivery } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { redactorsOf } from '../../redactors-of.js';

export const endpoint = defineConsoleEndpoint(listAccountDeliveries, async ({ account, query, services }) => {
  const page = keysetPage(services.cursors, { list: listAccountDeliveries, scope: account.id, query });
  const {
    project_id: projectId,
    provider,
    integration_id: integrationId,
    event,
    outcome: outcomes,
    since,
    until,
  } = query;
  const filter = { provider, integrationId, event, outcomes, since, until };
  const found = await services.reads.listAccountDeliveries({ accountId: account.id, projectId }, filter, page);
  const { rows, pagination } = page.end(found, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  const redactorOf = await redactorsOf(
    services,
    rows.map((row) => row.projectId),
  );
  const deliveries = rows.map((row) => ({
    ...presentDelivery(row, redactorOf(row.projectId)),
    project_id: row.projectId,
    resolved: row.resolved,
    touched: row.touched.map(({ kind, id }) => ({ kind, id })),
  }));
  return { deliveries, pagination };
});
