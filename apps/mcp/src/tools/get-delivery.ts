import { getDelivery, LoggedDeliveryDetail } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project, uuid } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_delivery',
  title: 'Get a webhook delivery',
  description:
    'Returns one delivery: why it was rejected, its headers and body (without secrets), the rows it touched and its ' +
    'replays. The body is what an outside tool sent.',
  toolset: 'deliveries',
  endpoints: [getDelivery],
  input: argumentsOf({ project, delivery_id: uuid('The id of the delivery.') }),
  output: LoggedDeliveryDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, id: input.delivery_id };
    const data = await context.client.call(getDelivery, { params, signal: context.signal });
    const body = JSON.stringify(data.body) ?? '';
    const summary = `Delivery ${data.id}: ${data.outcome} after ${data.attempts} attempts, ${data.touched.length} rows touched.`;
    return { summary, data: { ...data, body } };
  },
});
