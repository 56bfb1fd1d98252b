import { LoggedDeliveryPage, listDeliveries } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { deliveryFilters } from '../delivery-fields.js';
import { argumentsOf, paging, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Lists the webhooks that a project accepted in the last 30 days with their outcome, newest first. Use it to find out ' +
    'why something sent by a tool is missing: look for the outcomes rejected and dead.',
  toolset: 'deliveries',
  endpoints: [listDeliveries],
  input: argumentsOf({ project, ...deliveryFilters, ...paging }),
  output: LoggedDeliveryPage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listDeliveries, { params, query, signal: context.signal });
    return { summary: `${data.deliveries.length} deliveries, newest first.`, data };
  },
});
