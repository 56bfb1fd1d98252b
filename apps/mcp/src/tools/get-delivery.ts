import { getDelivery } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getDelivery, {
  name: 'get_delivery',
  title: 'Get a webhook delivery',
  description:
    'Returns one delivery: why it was rejected, its headers and body (without secrets), the rows it touched and its ' +
    'replays. The body is what an outside tool sent.',
  toolset: 'deliveries',
  present: (delivery) => ({ ...delivery, body: JSON.stringify(delivery.body) ?? '' }),
  summary: ({ id, outcome, attempts, touched }) =>
    `Delivery ${id}: ${outcome} after ${attempts} attempts, ${describeCount(touched.length)} rows touched.`,
});
